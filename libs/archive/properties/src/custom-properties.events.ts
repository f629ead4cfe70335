import { defineEvent } from '#ground/history';
import type { CustomPropertyRow } from './custom-property.repository.js';

/** `name` and `key`: after the change; of a deleted property, the last ones. */
export interface CustomPropertyFacts {
  propertyId: string;
  name: string;
  key: string;
  type: string;
}

export function propertyFacts({ id, name, key, type }: CustomPropertyRow): CustomPropertyFacts {
  return { propertyId: id, name, key, type };
}

export const CustomPropertyCreated = defineEvent<CustomPropertyFacts>('custom-property:created', {
  description: 'A custom property was created.',
});
export const CustomPropertyUpdated = defineEvent<CustomPropertyFacts>('custom-property:updated', {
  description:
    'The name, description, place or options of a custom property were changed, or it was hidden or shown again. Documents lose the values that were deleted options; there is no separate event for each of them.',
});
export const CustomPropertyDeleted = defineEvent<CustomPropertyFacts>('custom-property:deleted', {
  description: 'A custom property was deleted, with its values on all documents.',
});
