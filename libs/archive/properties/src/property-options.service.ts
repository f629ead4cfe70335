import { Injectable } from '@nestjs/common';
import { nameKey } from '@archivolt/plugin-kit';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import {
  Clock,
  createId,
  nextUpdatedAt,
  type OrganizationContext,
  type OrganizationScope,
  type Page,
} from '#ground/kernel';
import { propertyKey } from '#capabilities/query';
import {
  CustomPropertyNotFound,
  CustomPropertyOptionExists,
  CustomPropertyOptionLimitReached,
  CustomPropertyOptionNotFound,
  CustomPropertyUpdateInvalid,
} from './custom-properties.errors.js';
import { CustomPropertyUpdated, propertyFacts } from './custom-properties.events.js';
import {
  CustomPropertyRepository,
  type CustomProperty,
  type CustomPropertyOption,
} from './custom-property.repository.js';
import { offersOptions } from './custom-property-type.js';
import { MOST_OPTIONS } from './custom-property.schema.js';
import { PropertyOptionRepository } from './property-option.repository.js';
import { PropertyValues } from './property-values.repository.js';

export type CountedOption = CustomPropertyOption & {
  /** Active documents that have it. */
  documentsCount: number;
};

/**
 * Changes one option at a time, of properties that have more than a request can name: correspondents, for example. Names
 * that look the same are the same.
 */
@Injectable()
export class PropertyOptions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly properties: CustomPropertyRepository,
    private readonly options: PropertyOptionRepository,
    private readonly values: PropertyValues,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** In their order, each with the number of its active documents. */
  async list(scope: OrganizationScope, propertyId: string, page: Page): Promise<CountedOption[]> {
    if (!(await this.properties.exists(scope, propertyId))) throw CustomPropertyNotFound();
    const options = await this.options.list(propertyId, page);
    const counts = await this.values.countByOption(
      scope,
      options.map(({ id }) => id),
    );
    return options.map((option) => ({ ...option, documentsCount: counts.get(option.id) ?? 0 }));
  }

  /** Adds an option behind the others. */
  async create(
    tx: Transaction,
    ctx: OrganizationContext,
    propertyId: string,
    name: string,
  ): Promise<CustomPropertyOption> {
    await this.properties.lockNames(tx, ctx);
    const property = await this.#forChange(tx, ctx, propertyId);
    assertFree(property, name);
    if ((await this.properties.countOptions(tx, ctx)) >= MOST_OPTIONS) throw CustomPropertyOptionLimitReached();
    const now = this.clock.now();
    const option: CustomPropertyOption = {
      id: createId('cpso'),
      createdAt: now,
      updatedAt: now,
      propertyId,
      name,
      key: propertyKey(name),
      displayOrder: Math.max(-1, ...property.options.map(({ displayOrder }) => displayOrder)) + 1,
    };
    await this.options.insert(tx, option);
    await this.#touch(tx, ctx, property);
    return option;
  }

  async rename(
    ctx: OrganizationContext,
    propertyId: string,
    optionId: string,
    name: string,
  ): Promise<CustomPropertyOption> {
    return this.unitOfWork.run(async (tx) => {
      await this.properties.lockNames(tx, ctx);
      const property = await this.#forChange(tx, ctx, propertyId);
      const before = optionOf(property, optionId);
      if (before.name === name) return before;
      assertFree(property, name, optionId);
      const updatedAt = nextUpdatedAt(before.updatedAt, this.clock.now());
      const option = { ...before, name, key: propertyKey(name), updatedAt };
      await this.options.rename(tx, option);
      await this.#touch(tx, ctx, property);
      return option;
    });
  }

  /** Documents that have it lose this value. */
  async delete(ctx: OrganizationContext, propertyId: string, optionId: string): Promise<void> {
    await this.unitOfWork.run((tx) => this.deleteIn(tx, ctx, propertyId, optionId));
  }

  async deleteIn(tx: Transaction, ctx: OrganizationContext, propertyId: string, optionId: string): Promise<void> {
    const property = await this.#forChange(tx, ctx, propertyId);
    optionOf(property, optionId);
    await this.options.delete(tx, propertyId, optionId);
    await this.#touch(tx, ctx, property);
  }

  async #forChange(tx: Transaction, ctx: OrganizationContext, propertyId: string): Promise<CustomProperty> {
    const property = await this.properties.findForChange(tx, ctx, propertyId);
    if (!property) throw CustomPropertyNotFound();
    if (offersOptions(property.type)) return property;
    throw CustomPropertyUpdateInvalid({ message: `A property of the type "${property.type}" has no options.` });
  }

  /** The options belong to the property: its revision is another one. */
  async #touch(tx: Transaction, ctx: OrganizationContext, property: CustomProperty): Promise<void> {
    const updatedAt = nextUpdatedAt(property.updatedAt, this.clock.now());
    await this.properties.update(tx, { ...property, updatedAt });
    this.changes.record(tx, ctx, CustomPropertyUpdated, propertyFacts(property));
  }
}

function optionOf({ options }: CustomProperty, optionId: string): CustomPropertyOption {
  const option = options.find(({ id }) => id === optionId);
  if (!option) throw CustomPropertyOptionNotFound();
  return option;
}

/** Names are locked, so that the name stays free until the commit. */
function assertFree({ options }: CustomProperty, name: string, exceptId?: string): void {
  const isSame = (other: string): boolean =>
    propertyKey(other) === propertyKey(name) || nameKey(other) === nameKey(name);
  const twin = options.find((option) => option.id !== exceptId && isSame(option.name));
  if (twin) throw CustomPropertyOptionExists({ message: `An option with this name already exists: ${twin.name}` });
}
