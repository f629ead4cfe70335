import type { DtoClass } from './dto-class.js';

const KEY = 'archivolt:trimmed';

/** Notes that the text of a field is trimmed before its length counts. */
export function markTrimmed(target: object, property: string | symbol): void {
  Reflect.defineMetadata(KEY, true, target, property);
}

export function isTrimmed(type: DtoClass, property: string): boolean {
  return Reflect.getMetadata(KEY, type.prototype as object, property) === true;
}
