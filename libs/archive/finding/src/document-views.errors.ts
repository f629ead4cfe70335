import { defineError } from '#ground/kernel';

export const DocumentViewNotFound = defineError('document_views.not_found', 'not_found', 'Saved view not found.');
export const DocumentViewAlreadyExists = defineError(
  'document_views.already_exists',
  'invalid',
  'A saved view with this name already exists.',
);
export const DocumentViewLimitReached = defineError(
  'document_views.limit_reached',
  'forbidden',
  'There are as many saved views as there may be (setting DOCUMENT_VIEWS_MAX_PER_ORGANIZATION). Delete one first.',
);
export const ParentViewNotFound = defineError(
  'document_views.parent_not_found',
  'invalid',
  'parentId does not name a saved view of this organization that you can see.',
);
export const ViewInsideItself = defineError(
  'document_views.inside_itself',
  'invalid',
  'A saved view cannot be moved into itself or into a view below it.',
);
export const ViewsTooDeep = defineError(
  'document_views.too_deep',
  'invalid',
  'Saved views can be nested 10 deep, private views of other members included. Choose a parent nearer to the top.',
);
export const ParentViewPrivate = defineError(
  'document_views.parent_private',
  'invalid',
  'A shared view cannot be below a private one. Share the parent, choose another one, or set isShared to false.',
);
export const ViewNotYours = defineError(
  'document_views.not_creator',
  'forbidden',
  'Only the user who created a saved view can make it private.',
);
