import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { UnitOfWork, violatedUniqueConstraint, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { assertRevision, Clock, createId, nextUpdatedAt, type OrganizationContext } from '#ground/kernel';
import { propertyKey } from '#capabilities/query';
import {
  CustomPropertyAlreadyExists,
  CustomPropertyLimitReached,
  CustomPropertyNotFound,
  CustomPropertyOptionLimitReached,
  CustomPropertyOptionUnknown,
  CustomPropertyUpdateInvalid,
} from './custom-properties.errors.js';
import {
  CustomPropertyCreated,
  CustomPropertyDeleted,
  CustomPropertyUpdated,
  propertyFacts,
} from './custom-properties.events.js';
import {
  CustomPropertyRepository,
  type CustomProperty,
  type CustomPropertyOption,
  type CustomPropertyRow,
  type WrittenOption,
} from './custom-property.repository.js';
import { offersOptions, type CustomPropertyType } from './custom-property-type.js';
import { MOST_OPTIONS } from './custom-property.schema.js';
import { PROPERTY_ROLES, type PropertyRole } from './property-roles.js';

/** What is missing stays as it is. */
export interface CustomPropertyChanges {
  name?: string | undefined;
  /** `null` removes the description. */
  description?: string | null | undefined;
  displayOrder?: number | undefined;
  hidden?: boolean | undefined;
  /** All options after the change; one without an id is new. */
  options?: readonly { id?: string | undefined; name: string }[] | undefined;
}

export interface NewCustomProperty extends Omit<CustomPropertyChanges, 'description' | 'hidden' | 'name' | 'options'> {
  type: CustomPropertyType;
  name: string;
  description?: string | undefined;
  /** Only for types that offer options. */
  options?: readonly { name: string }[] | undefined;
}

/** Creates, changes and deletes the custom properties of an organization. */
@Injectable()
export class CustomPropertiesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly properties: CustomPropertyRepository,
    private readonly changes: Changes,
    private readonly config: OrganizationsConfig,
    private readonly clock: Clock,
  ) {}

  async get(ctx: OrganizationContext, id: string): Promise<CustomProperty> {
    const property = await this.properties.find(ctx, id);
    if (!property) throw CustomPropertyNotFound();
    return property;
  }

  async create(tx: Transaction, ctx: OrganizationContext, fields: NewCustomProperty): Promise<CustomProperty> {
    await this.properties.lockNames(tx, ctx);
    if ((await this.properties.count(tx, ctx)) >= this.config.maxCustomProperties) throw CustomPropertyLimitReached();
    const property = await this.#insert(tx, ctx, fields);
    return { ...property, options: await this.#writeOptions(tx, ctx, property, fields.options ?? []) };
  }

  /**
   * Returns the property of a role. The organization gets it if it has none: a property of the type of the role and with
   * this name or that of the role becomes it, or a new one is made. Has a transaction of its own, because the names of
   * properties are the first lock.
   */
  async ensureRole(ctx: OrganizationContext, role: PropertyRole, name?: string): Promise<CustomProperty> {
    const present = await this.properties.findByRole(ctx, role);
    return present ?? this.unitOfWork.run((tx) => this.#makeRole(tx, ctx, role, name ?? PROPERTY_ROLES[role].name));
  }

  /** Throws RevisionMismatch when the property is in none of the `expected` revisions. */
  async update(
    ctx: OrganizationContext,
    id: string,
    changes: CustomPropertyChanges,
    expected?: readonly string[],
  ): Promise<CustomProperty> {
    const { name, description, displayOrder, hidden, options } = changes;
    const work = async (tx: Transaction): Promise<CustomProperty> => {
      if (name !== undefined || options) await this.properties.lockNames(tx, ctx);
      const before = await this.properties.findForChange(tx, ctx, id);
      if (!before) throw CustomPropertyNotFound();
      assertRevision(before, expected);
      if ([name, description, displayOrder, hidden, options].every((given) => given === undefined)) return before;
      const property: CustomProperty = {
        ...before,
        ...(name !== undefined && { name, key: propertyKey(name) }),
        ...(description !== undefined && { description }),
        ...(displayOrder !== undefined && { displayOrder }),
        ...(hidden !== undefined && { hidden }),
        updatedAt: nextUpdatedAt(before.updatedAt, this.clock.now()),
      };
      await this.properties.update(tx, property);
      if (options) property.options = await this.#writeOptions(tx, ctx, before, options);
      this.changes.record(tx, ctx, CustomPropertyUpdated, propertyFacts(property));
      return property;
    };
    return writeUnique(() => this.unitOfWork.run(work));
  }

  /** Puts these properties first, in this order; the others follow as they were. Returns all in the new order. */
  async reorder(ctx: OrganizationContext, ids: readonly string[]): Promise<CustomProperty[]> {
    await this.unitOfWork.run(async (tx) => {
      await this.properties.lockNames(tx, ctx);
      const all = await this.properties.lockAll(tx, ctx);
      const byId = new Map(all.map((property) => [property.id, property]));
      const first = ids.map((id) => byId.get(id)).filter((property) => property !== undefined);
      if (first.length < ids.length) throw CustomPropertyNotFound();
      const named = new Set(ids);
      const ordered = [...first, ...all.filter(({ id }) => !named.has(id))];
      for (const [displayOrder, property] of ordered.entries()) {
        if (property.displayOrder === displayOrder) continue;
        const updatedAt = nextUpdatedAt(property.updatedAt, this.clock.now());
        await this.properties.update(tx, { ...property, displayOrder, updatedAt });
        this.changes.record(tx, ctx, CustomPropertyUpdated, propertyFacts(property));
      }
    });
    return this.properties.list(ctx);
  }

  async delete(ctx: OrganizationContext, id: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const property = await this.properties.findForChange(tx, ctx, id);
      if (!property) throw CustomPropertyNotFound();
      await this.properties.delete(tx, id);
      this.changes.record(tx, ctx, CustomPropertyDeleted, propertyFacts(property));
    });
  }

  async #makeRole(
    tx: Transaction,
    ctx: OrganizationContext,
    role: PropertyRole,
    name: string,
  ): Promise<CustomProperty> {
    await this.properties.lockNames(tx, ctx);
    const made = await this.properties.findByRole(ctx, role, tx);
    if (made) return made; // by another request, meanwhile
    const { type, name: ofRole } = PROPERTY_ROLES[role];
    const twins = await this.properties.lockWithKeys(tx, ctx, [propertyKey(name), propertyKey(ofRole)]);
    const fitting = twins.find((twin) => twin.type === type && twin.role === null);
    if (!fitting) {
      const free = await this.#freeName(tx, ctx, name);
      return { ...(await this.#insert(tx, ctx, { type, name: free, role })), options: [] };
    }
    const property = { ...fitting, role, updatedAt: nextUpdatedAt(fitting.updatedAt, this.clock.now()) };
    await this.properties.update(tx, property);
    this.changes.record(tx, ctx, CustomPropertyUpdated, propertyFacts(property));
    const adopted = await this.properties.findByRole(ctx, role, tx);
    if (!adopted) throw new Error(`the property ${property.id} did not get its role`);
    return adopted;
  }

  /** The name, or the first of `Correspondent 2`, `Correspondent 3` … that no property has. Names are locked. */
  async #freeName(tx: Transaction, ctx: OrganizationContext, name: string): Promise<string> {
    for (let number = 1; ; number += 1) {
      const numbered = number === 1 ? name : `${name} ${number}`;
      if ((await this.properties.lockWithKeys(tx, ctx, [propertyKey(numbered)])).length === 0) return numbered;
    }
  }

  async #insert(
    tx: Transaction,
    ctx: OrganizationContext,
    fields: NewCustomProperty & { role?: PropertyRole },
  ): Promise<CustomPropertyRow> {
    const now = this.clock.now();
    const property: CustomPropertyRow = {
      id: createId('cpd'),
      createdAt: now,
      updatedAt: now,
      organizationId: ctx.organizationId,
      name: fields.name,
      key: propertyKey(fields.name),
      description: fields.description ?? null,
      type: fields.type,
      displayOrder: fields.displayOrder ?? 0,
      role: fields.role ?? null,
      hidden: false,
    };
    this.changes.record(tx, ctx, CustomPropertyCreated, propertyFacts(property));
    await writeUnique(() => this.properties.insert(tx, property));
    return property;
  }

  async #writeOptions(
    tx: Transaction,
    ctx: OrganizationContext,
    property: CustomPropertyRow & { options?: readonly CustomPropertyOption[] },
    wanted: readonly { id?: string | undefined; name: string }[],
  ): Promise<CustomPropertyOption[]> {
    if (!offersOptions(property.type)) {
      if (wanted.length === 0) return [];
      throw CustomPropertyUpdateInvalid({ message: `A property of the type "${property.type}" has no options.` });
    }
    const known = new Set(property.options?.map(({ id }) => id));
    if (wanted.some(({ id }) => id !== undefined && !known.has(id))) throw CustomPropertyOptionUnknown();
    const options: WrittenOption[] = wanted.map(({ id, name }) => ({
      id: id ?? createId('cpso'),
      name,
      key: propertyKey(name),
    }));
    const written = await this.properties.replaceOptions(tx, property.id, options);
    if ((await this.properties.countOptions(tx, ctx)) > MOST_OPTIONS) throw CustomPropertyOptionLimitReached();
    return written;
  }
}

async function writeUnique<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedUniqueConstraint(error);
    const isTaken = constraint === 'custom_property_name' || constraint === 'custom_property_key';
    throw isTaken ? CustomPropertyAlreadyExists({ cause: error }) : error;
  }
}
