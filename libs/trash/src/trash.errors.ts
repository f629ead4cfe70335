import { defineError } from '#libs/kernel';

export const DocumentNotDeleted = defineError('document.not_deleted', 'invalid', 'The document is not in the trash.');
