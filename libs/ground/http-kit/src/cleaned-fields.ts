import { Transform } from 'class-transformer';
import type { DtoClass } from './dto-class.js';

type Clean = (text: string) => string;

const KEY = 'archivolt:cleaned';

/** A decorator that changes the text of a field before the other rules run, and before its length is checked. */
export function cleanedBy(clean: Clean): PropertyDecorator {
  const transform = Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? clean(value) : value));
  return (target, property) => {
    Reflect.defineMetadata(KEY, clean, target, property);
    transform(target, property);
  };
}

export function cleanerOf(type: DtoClass, property: string): Clean | undefined {
  return Reflect.getMetadata(KEY, type.prototype as object, property) as Clean | undefined;
}
