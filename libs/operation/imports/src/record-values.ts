import { Injectable } from '@nestjs/common';
import { readValue } from '#archive/metadata';
import type { PropertyValue } from './archive-records.js';
import { ImportPeople } from './import-people.js';
import type { ImportedProperty, ImportRun } from './import-run.js';
import { listOf, reasonOf } from './record-checks.js';

/** A value that a document can get. */
export interface SetValue {
  propertyId: string;
  value: unknown;
}

const MOST_VALUES = 500;

/** The values of the properties of a document, with the ids of this archive in place of those of the source. */
@Injectable()
export class RecordValues {
  constructor(private readonly people: ImportPeople) {}

  /** The value for one property; undefined when nothing of it can be set, and `reasons` gets why. */
  async read(
    run: ImportRun,
    property: ImportedProperty,
    given: readonly PropertyValue[],
    reasons: string[],
  ): Promise<SetValue | undefined> {
    const { id: propertyId, name, type } = property;
    const leftOut = (reason: string) => void reasons.push(`A value of “${name}” was left out: ${reason}`);
    try {
      const values = listOf(given, MOST_VALUES, 'The values').filter((value) => value !== null);
      const [first, second] = values;
      if (first === undefined) return undefined;
      if (type === 'document_relation') {
        leftOut('documents are named after all documents.');
        return undefined;
      }
      if (type === 'multi_select' || type === 'user_relation') {
        const ids = [];
        for (const value of values) {
          const id = await this.idOf(run, property, value);
          if (id === undefined) leftOut(MISSING[type]);
          else ids.push(id);
        }
        return ids.length === 0 ? undefined : { propertyId, value: readValue(type, ids) };
      }
      if (second !== undefined) leftOut('the property takes one only.');
      const value = type === 'select' ? await this.idOf(run, property, first) : asType(type, first);
      if (value !== undefined) return { propertyId, value: readValue(type, value) };
      leftOut(MISSING.select);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      leftOut(reason);
    }
    return undefined;
  }

  /** The id here of an option or user of the source. */
  async idOf(run: ImportRun, { type, options }: ImportedProperty, value: unknown): Promise<string | undefined> {
    if (typeof value !== 'string') return undefined;
    return type === 'user_relation' ? this.people.idOf(run, value) : options.get(value);
  }
}

const MISSING = {
  select: 'its option is not there.',
  multi_select: 'its option is not there.',
  user_relation: 'the user is not a member.',
} as const;

/** Sources have numbers and booleans as texts, too. */
function asType(type: ImportedProperty['type'], value: PropertyValue): PropertyValue {
  if (type === 'number' && typeof value === 'string' && value.trim() !== '') return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (type === 'text' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  return value;
}
