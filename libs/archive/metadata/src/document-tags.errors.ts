import { defineError } from '#ground/kernel';

export const DocumentAlreadyHasTag = defineError('documents.already_has_tag', 'conflict', 'Document already has tag');
