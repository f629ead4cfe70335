import type { DtoClass } from './dto-class.js';

const KEY = 'archivolt:trimmed';

/** Marks a field whose text is trimmed before its length is checked. */
export function markTrimmed(target: object, property: string | symbol): void {
  Reflect.defineMetadata(KEY, true, target, property);
}

export function isTrimmed(type: DtoClass, property: string): boolean {
  return Reflect.getMetadata(KEY, type.prototype as object, property) === true;
}
