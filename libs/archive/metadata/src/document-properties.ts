import { Injectable } from '@nestjs/common';
import { UserRepository } from '#people/auth';
import {
  CustomPropertyNotFound,
  CustomPropertyRepository,
  type DocumentProperty,
  type KeptProperty,
  PropertyValues,
} from '#archive/properties';
import { UnitOfWork, type Transaction } from '#ground/database';
import { DocumentNotFound, DocumentRepository, LockDocuments } from '#archive/documents';
import { Changes } from '#ground/history';
import { AppError, type OrganizationContext, type OrganizationScope } from '#ground/kernel';
import { OrganizationRepository } from '#people/organizations';
import {
  PropertyOptionNotFound,
  PropertyUserNotFound,
  PropertyValueInvalid,
  RelatedDocumentNotFound,
} from './document-properties.errors.js';
import { DocumentPropertyChanged, valueFact } from './document-properties.events.js';
import { DocumentPropertyRepository, pairKey } from './document-property.repository.js';
import {
  idsOf,
  isSameValue,
  readValue,
  replacedIn,
  referencesOf,
  SIZE_OF_ID,
  sizeOf,
  type References,
  type StoredValue,
} from './stored-value.js';

/** For all values of a document: a page of a list has those of 100 documents in memory. */
const MOST_CHARACTERS = 200_000;
/** Values up to this size are not added up: the number of properties limits them. */
const SMALL_VALUE = 1_000;

/** Which values to set and to remove. */
export interface PropertyChanges {
  /** The value as in a request to one document. */
  set: readonly { propertyId: string; value: unknown }[];
  /** Ids of properties. */
  clear: readonly string[];
}

export interface PropertyBatch extends PropertyChanges {
  documentIds: readonly string[];
}

/** What a change did to one value of one document; plain JSON. */
export interface PropertyDifference {
  documentId: string;
  propertyId: string;
  before: StoredValue | null;
  after: StoredValue | null;
}

/** Which option documents get in place of which. */
export interface OptionReplacement {
  property: KeptProperty;
  documentIds: readonly string[];
  optionId: string;
  intoOptionId: string;
}

/** The values that a change wants, and what keeps it from having them. */
interface Plan {
  properties: Map<string, KeptProperty>;
  values: Map<string, StoredValue | null>;
  references: References;
  problem: AppError | undefined;
  /** True: values that are there stay. */
  onlyEmpty?: boolean;
}

/** The custom properties of documents: the only writer of values. Records what really changes, and nothing else. */
@Injectable()
export class DocumentProperties {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly values: DocumentPropertyRepository,
    private readonly shownValues: PropertyValues,
    private readonly properties: CustomPropertyRepository,
    private readonly documents: DocumentRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly organizations: OrganizationRepository,
    private readonly users: UserRepository,
    private readonly changes: Changes,
  ) {}

  /** The properties that have a value on the document, in display order. */
  async list(scope: OrganizationScope, documentId: string): Promise<DocumentProperty[]> {
    if (!(await this.documents.findFile(scope, documentId))) throw DocumentNotFound();
    const properties = (await this.shownValues.ofDocuments(scope, [documentId])).get(documentId) ?? [];
    return properties.filter(({ value }) => value !== null);
  }

  async set(ctx: OrganizationContext, documentId: string, propertyId: string, value: unknown): Promise<void> {
    await this.#changeOne(ctx, documentId, { set: [{ propertyId, value }], clear: [] });
  }

  /** Changes nothing when the document has no value. */
  async clear(ctx: OrganizationContext, documentId: string, propertyId: string): Promise<void> {
    await this.#changeOne(ctx, documentId, { set: [], clear: [propertyId] });
  }

  /** Throws what {@link change} would throw now, whatever the documents. */
  async check(tx: Transaction, ctx: OrganizationContext, changes: PropertyChanges): Promise<void> {
    const plan = await this.#plan(tx, ctx, changes);
    if (plan.problem) throw plan.problem;
    const related = plan.references.documentIds;
    const found = related.length === 0 ? 0 : await this.documents.countOf(tx, ctx, related);
    if (found < related.length) throw RelatedDocumentNotFound();
    await this.#checkReferences(tx, ctx, plan);
  }

  /**
   * Sets and removes values on many documents; those that do not exist are left out. Returns what it changed. Locks the
   * documents itself, in one statement with those that the values refer to.
   */
  async change(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentIds, ...changes }: PropertyBatch,
  ): Promise<PropertyDifference[]> {
    const plan = await this.#plan(tx, ctx, changes);
    if (plan.problem) throw plan.problem;
    return this.#change(tx, ctx, plan, documentIds, await this.#lock(tx, ctx, plan, documentIds));
  }

  /**
   * Sets those of the values that can be set, as {@link change} does: leaves out values whose property, option, member or
   * document is gone, those that are too large together with the values before them, and documents whose values would become too
   * large. The caller has locked the documents, in one statement with those that the values refer to. With `onlyEmpty`, values that are there stay; with `isLook` nothing is locked or changed; returns what would be.
   */
  async changeWhatFits(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentIds, set }: Pick<PropertyBatch, 'documentIds' | 'set'>,
    { isLook = false, onlyEmpty = false }: { isLook?: boolean; onlyEmpty?: boolean } = {},
  ): Promise<PropertyDifference[]> {
    if (documentIds.length === 0 || set.length === 0) return [];
    const ids = set.map(({ propertyId }) => propertyId);
    if (!isLook) await this.properties.keep(tx, ctx, ids);
    const allowed = await this.#fitting(tx, ctx, set);
    if (allowed.length === 0) return [];
    const { values } = await this.#plan(tx, ctx, { set: allowed, clear: [] });
    const { fitting, added, isLarge } = firstThatFit(allowed, values);
    const plan = { ...(await this.#plan(tx, ctx, { set: fitting, clear: [] })), onlyEmpty };
    const besides = [...plan.values.keys()];
    const full = isLarge ? await this.values.larger(tx, documentIds, MOST_CHARACTERS - added, { besides }) : [];
    const chosen = documentIds.filter((id) => !full.includes(id));
    if (isLook) return this.#differences(tx, plan, chosen, { isLook });
    return this.#change(tx, ctx, plan, chosen, await this.#lock(tx, ctx, plan, chosen));
  }

  /** Returns the values that {@link check} does not refuse. */
  async #fitting(
    tx: Transaction,
    ctx: OrganizationContext,
    set: PropertyChanges['set'],
  ): Promise<PropertyChanges['set']> {
    const isRefused = async (changes: PropertyChanges['set']): Promise<boolean> => {
      try {
        await this.check(tx, ctx, { set: changes, clear: [] });
        return false;
      } catch (error) {
        if (error instanceof AppError) return true;
        throw error;
      }
    };
    if (!(await isRefused(set))) return set;
    const fitting: { propertyId: string; value: unknown }[] = [];
    for (const one of set) if (!(await isRefused([one]))) fitting.push(one);
    return fitting;
  }

  /** Documents that have the option, those in the trash included, in the order of their ids. */
  documentsWithOption(optionId: string, options: { limit: number; tx?: Transaction }): Promise<string[]> {
    return this.values.documentsWithOption(optionId, options);
  }

  countDocumentsWithOption(optionId: string): Promise<number> {
    return this.values.countDocumentsWithOption(optionId);
  }

  /**
   * Gives documents one option of a property in place of another one. Returns what it changed. The caller has locked the
   * documents and keeps the property; both options belong to it.
   */
  async replaceOption(
    tx: Transaction,
    ctx: OrganizationContext,
    { property, documentIds, optionId, intoOptionId }: OptionReplacement,
  ): Promise<PropertyDifference[]> {
    const properties = new Map([[property.id, property]]);
    const current = await this.values.values(tx, documentIds, properties);
    const differences = documentIds.flatMap((documentId) => {
      const before = current.get(pairKey({ documentId, propertyId: property.id })) ?? null;
      const after = replacedIn(before, optionId, intoOptionId);
      return isSameValue(before, after) ? [] : [{ documentId, propertyId: property.id, before, after }];
    });
    await this.#write(tx, ctx, differences, properties);
    return differences;
  }

  /**
   * Undoes differences where the value is still the one after the change. Options, users and documents that no longer
   * exist are left out of the restored value. Returns what it changed, and the differences that it left out. Locks as
   * {@link change} does.
   */
  async restore(
    tx: Transaction,
    ctx: OrganizationContext,
    differences: readonly PropertyDifference[],
  ): Promise<{ restored: PropertyDifference[]; skipped: PropertyDifference[] }> {
    const types = await this.properties.types(tx, ctx, [...new Set(differences.map(({ propertyId }) => propertyId))]);
    const known = differences.flatMap((difference) => {
      const property = types.get(difference.propertyId);
      return property ? [{ ...difference, type: property.type, value: difference.before }] : [];
    });
    const references = referencesOf(known);
    const wanted = known.map(({ documentId }) => documentId);
    const locked = new Set(await this.lockDocuments.execute(tx, ctx, [...wanted, ...references.documentIds]));
    const properties = await this.properties.keep(tx, ctx, [...types.keys()]);
    const optionOwners = await this.properties.propertiesOfOptions(
      tx,
      references.options.map(({ optionId }) => optionId),
    );
    const users = await this.users.existing(tx, references.userIds);
    const current = await this.values.values(tx, wanted, properties);
    const undone = known.filter(
      (one) =>
        locked.has(one.documentId) &&
        properties.has(one.propertyId) &&
        isSameValue(current.get(pairKey(one)) ?? null, one.after),
    );
    const restored = undone.map(({ documentId, propertyId, type, before, after }) => {
      const exists = (id: string): boolean => {
        if (type === 'user_relation') return users.has(id);
        return type === 'document_relation' ? locked.has(id) : optionOwners.get(id) === propertyId;
      };
      const ids = idsOf(type, before);
      const kept = ids.filter(exists);
      const value = kept.length === ids.length ? before : kept.length === 0 ? null : kept;
      return { documentId, propertyId, before: after, after: value };
    });
    await this.#write(tx, ctx, restored, properties);
    const keys = new Set(undone.map((one) => pairKey(one)));
    return { restored, skipped: differences.filter((one) => !keys.has(pairKey(one))) };
  }

  async #changeOne(ctx: OrganizationContext, documentId: string, changes: PropertyChanges): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        const plan = await this.#plan(tx, ctx, changes);
        const locked = await this.#lock(tx, ctx, plan, [documentId]);
        if (!locked.has(documentId)) throw DocumentNotFound();
        if (plan.problem) throw plan.problem;
        await this.#change(tx, ctx, plan, [documentId], locked);
      },
      { releasesLocksEarly: true },
    );
  }

  /** Reads the values. The types of properties never change, so that they need no lock yet. */
  async #plan(tx: Transaction, ctx: OrganizationContext, { set, clear }: PropertyChanges): Promise<Plan> {
    const ids = [...new Set([...clear, ...set.map(({ propertyId }) => propertyId)])];
    const properties = await this.properties.types(tx, ctx, ids);
    const values = new Map<string, StoredValue | null>(clear.map((id) => [id, null]));
    const plan: Plan = { properties, values, references: referencesOf([]), problem: undefined };
    if (properties.size < ids.length) return { ...plan, problem: CustomPropertyNotFound() };
    try {
      for (const { propertyId, value } of set) {
        const type = properties.get(propertyId)?.type;
        if (type) values.set(propertyId, readValue(type, value));
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ...plan, problem: error };
    }
    const typed = Array.from(properties.values(), ({ id, type }) => ({
      propertyId: id,
      type,
      value: values.get(id) ?? null,
    }));
    return { ...plan, references: referencesOf(typed) };
  }

  /** Documents in one statement, so that the order of the locks holds for all of them. Returns those that exist. */
  async #lock(
    tx: Transaction,
    ctx: OrganizationContext,
    { references }: Plan,
    documentIds: readonly string[],
  ): Promise<Set<string>> {
    return new Set(await this.lockDocuments.execute(tx, ctx, [...documentIds, ...references.documentIds]));
  }

  async #change(
    tx: Transaction,
    ctx: OrganizationContext,
    plan: Plan,
    documentIds: readonly string[],
    locked: ReadonlySet<string>,
  ): Promise<PropertyDifference[]> {
    const properties = await this.properties.keep(tx, ctx, [...plan.properties.keys()]);
    if (properties.size < plan.properties.size) throw CustomPropertyNotFound();
    if (plan.references.documentIds.some((id) => !locked.has(id))) throw RelatedDocumentNotFound();
    await this.#checkReferences(tx, ctx, plan);
    const existing = [...new Set(documentIds)].filter((id) => locked.has(id));
    const differences = await this.#differences(tx, plan, existing);
    await this.#write(tx, ctx, differences, properties);
    await this.#checkSizes(tx, differences);
    return differences;
  }

  /** Returns what the plan changes in these documents. */
  async #differences(
    tx: Transaction,
    plan: Plan,
    documentIds: readonly string[],
    options: { isLook?: boolean } = {},
  ): Promise<PropertyDifference[]> {
    const current = await this.values.values(tx, documentIds, plan.properties, options);
    return documentIds.flatMap((documentId) =>
      Array.from(plan.values, ([propertyId, after]) => {
        const before = current.get(pairKey({ documentId, propertyId })) ?? null;
        return { documentId, propertyId, before, after };
      }).filter(({ before, after }) => !(plan.onlyEmpty === true && before !== null) && !isSameValue(before, after)),
    );
  }

  async #write(
    tx: Transaction,
    ctx: OrganizationContext,
    differences: readonly PropertyDifference[],
    properties: ReadonlyMap<string, KeptProperty>,
  ): Promise<void> {
    if (differences.length === 0) return;
    const pairs = differences.map(({ documentId, propertyId, after: value }) => ({ documentId, propertyId, value }));
    await this.values.write(tx, pairs, properties);
    for (const { documentId, propertyId, value } of pairs) {
      const property = properties.get(propertyId);
      if (!property) continue;
      this.changes.record(tx, ctx, DocumentPropertyChanged, {
        documentId,
        propertyId,
        propertyName: property.name,
        type: property.type,
        ...valueFact(value),
        updatedFields: [`customProperties.${property.key}`],
      });
    }
  }

  async #checkSizes(tx: Transaction, differences: readonly PropertyDifference[]): Promise<void> {
    const grown = differences.filter(({ before, after }) => sizeOf(after) > Math.max(SMALL_VALUE, sizeOf(before)));
    if (grown.length === 0) return;
    const documentIds = [...new Set(grown.map(({ documentId }) => documentId))];
    if ((await this.values.larger(tx, documentIds, MOST_CHARACTERS)).length === 0) return;
    throw PropertyValueInvalid({
      message: `The values of a document may have at most ${MOST_CHARACTERS} characters together; an option, member or document counts as ${SIZE_OF_ID}. Shorten or remove other values first.`,
    });
  }

  async #checkReferences(tx: Transaction, ctx: OrganizationContext, { references }: Plan): Promise<void> {
    const owners = await this.properties.propertiesOfOptions(
      tx,
      references.options.map(({ optionId }) => optionId),
    );
    if (references.options.some(({ propertyId, optionId }) => owners.get(optionId) !== propertyId))
      throw PropertyOptionNotFound();
    const members = await this.organizations.membersAmong(tx, ctx, references.userIds);
    if (members.size < references.userIds.length) throw PropertyUserNotFound();
  }
}

/** Returns the first values that together fit into a document without other values, and their size. */
function firstThatFit(
  set: PropertyChanges['set'],
  values: Plan['values'],
): { fitting: PropertyChanges['set']; added: number; isLarge: boolean } {
  const sizeOfOne = (propertyId: string): number => sizeOf(values.get(propertyId) ?? null);
  const isLarge = set.some(({ propertyId }) => sizeOfOne(propertyId) > SMALL_VALUE);
  let added = 0;
  const fitting = set.filter(({ propertyId }) => {
    const size = Math.max(sizeOfOne(propertyId), SIZE_OF_ID);
    const fits = !isLarge || added + size <= MOST_CHARACTERS;
    if (fits) added += size;
    return fits;
  });
  return { fitting, added, isLarge };
}
