import type { PropertyRecord, PropertyValue } from '../../archive-records.js';
import { isRecord, LONGEST_NAME, refOf, textOf } from '../untrusted-values.js';
import { dayOf } from './manifest-object.js';

const TYPES: Readonly<Record<string, { type: PropertyRecord['type']; valueField: string }>> = {
  string: { type: 'text', valueField: 'value_text' },
  longtext: { type: 'text', valueField: 'value_long_text' },
  url: { type: 'text', valueField: 'value_url' },
  date: { type: 'date', valueField: 'value_date' },
  boolean: { type: 'boolean', valueField: 'value_bool' },
  integer: { type: 'number', valueField: 'value_int' },
  float: { type: 'number', valueField: 'value_float' },
  monetary: { type: 'number', valueField: 'value_monetary' },
  documentlink: { type: 'document_relation', valueField: 'value_document_ids' },
  select: { type: 'select', valueField: 'value_select' },
};
/** `EUR12.50`, or without the currency. */
const MONEY = /^([A-Z]{3})?(-?\d{1,30}(?:\.\d{1,10})?)$/;
const MOST_CURRENCIES = 200;
const MOST_LINKS = 10_000;
const MOST_OPTIONS = 5_000;

export type FieldValue =
  | { kind: 'money'; amount: number; currency?: string }
  | { kind: 'links'; documents: readonly string[] }
  | { kind: 'plain'; value: PropertyValue };

/** A custom field of Paperless-ngx. */
export class CustomField {
  readonly ref: string;
  readonly #currencies = new Set<string>();

  private constructor(
    readonly pk: string,
    readonly name: string,
    readonly dataType: string,
    /** In older versions, a value is the index of its option. */
    readonly options: readonly { ref: string; name: string }[],
    private readonly defaultCurrency: string | undefined,
  ) {
    this.ref = `field:${pk}`;
  }

  /** Undefined for a type that the import does not know. */
  static from(pk: string, fields: Record<string, unknown>): CustomField | undefined {
    const dataType = textOf(fields['data_type'], 50) ?? '';
    if (!Object.hasOwn(TYPES, dataType)) return undefined;
    const more = isRecord(fields['extra_data']) ? fields['extra_data'] : {};
    const currency = textOf(more['default_currency'], 3);
    return new CustomField(pk, textOf(fields['name']) ?? pk, dataType, optionsIn(more['select_options']), currency);
  }

  get type(): PropertyRecord['type'] {
    return TYPES[this.dataType]?.type ?? 'text';
  }

  /** The second property, for amounts in several currencies. */
  get currencyRef(): string | undefined {
    return this.#currencies.size > 1 ? `${this.ref}:currency` : undefined;
  }

  /** `null`: there is no value. Undefined: it is none of this type. */
  read(instance: Record<string, unknown>): FieldValue | null | undefined {
    const value = instance[TYPES[this.dataType]?.valueField ?? ''];
    if (value === null || value === undefined || value === '') return null;
    if (this.dataType === 'monetary') return this.#readMoney(value);
    if (this.dataType === 'documentlink') return linksIn(value);
    const plain = this.#plain(value);
    return plain === undefined ? undefined : { kind: 'plain', value: plain };
  }

  /** The currencies are known when all amounts have been noted. */
  noteMoney(value: string): void {
    if (this.dataType !== 'monetary' || this.#currencies.size >= MOST_CURRENCIES) return;
    const read = this.#readMoney(value);
    if (read?.kind === 'money' && read.currency !== undefined) this.#currencies.add(read.currency);
  }

  properties(): PropertyRecord[] {
    const [currency] = this.#currencies;
    const own: PropertyRecord = { kind: 'property', ref: this.ref, name: this.name, type: this.type };
    if (this.type === 'select') own.options = this.options;
    if (this.currencyRef === undefined)
      return [{ ...own, ...(currency !== undefined && { description: `Amounts in ${currency}.` }) }];
    return [own, { kind: 'property', ref: this.currencyRef, name: `${this.name} (currency)`, type: 'text' }];
  }

  #plain(value: unknown): PropertyValue | undefined {
    switch (this.type) {
      case 'boolean':
        return typeof value === 'boolean' ? value : undefined;
      case 'number':
        return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
      case 'date':
        return dayOf(value);
      case 'select':
        return this.options.find(({ ref }) => ref === refOf(value))?.ref;
      default:
        return typeof value === 'string' ? value : undefined;
    }
  }

  #readMoney(value: unknown): FieldValue | undefined {
    const [, currency = this.defaultCurrency, amount] = MONEY.exec(String(value).slice(0, 50)) ?? [];
    if (amount === undefined) return undefined;
    return { kind: 'money', amount: Number(amount), ...(currency !== undefined && { currency }) };
  }
}

function linksIn(value: unknown): FieldValue | undefined {
  if (!Array.isArray(value)) return undefined;
  const documents = value.slice(0, MOST_LINKS).map(refOf);
  return { kind: 'links', documents: documents.filter((ref) => ref !== undefined) };
}

/** Newer versions name an option by an id, older ones by its index. */
function optionsIn(value: unknown): { ref: string; name: string }[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_OPTIONS).flatMap((option: unknown, index) => {
    if (typeof option === 'string') return [{ ref: String(index), name: option.slice(0, LONGEST_NAME) }];
    if (!isRecord(option)) return [];
    const [ref, name] = [refOf(option['id']), textOf(option['label'])];
    return ref === undefined || name === undefined ? [] : [{ ref, name }];
  });
}
