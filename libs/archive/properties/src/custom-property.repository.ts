import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { anyOf, COUNT, kyselyOf, lockName, ofPage, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationContext, OrganizationScope, Page } from '#ground/kernel';
import type { CustomPropertyType } from './custom-property-type.js';
import type { CustomPropertyTables } from './custom-property.schema.js';
import { PROPERTY_ROLES, ROLE_OF_KEY, type PropertyRole } from './property-roles.js';

/** A custom property as the API shows it, without its options. */
export interface CustomPropertyRow {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  name: string;
  key: string;
  description: string | null;
  type: CustomPropertyType;
  displayOrder: number;
  /** What the server knows about the property; null for most. */
  role: PropertyRole | null;
  /** Hidden in the pages; it and its values stay. */
  hidden: boolean;
}

export interface CustomPropertyOption {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  propertyId: string;
  name: string;
  key: string;
  displayOrder: number;
}

export type CustomProperty = CustomPropertyRow & { options: CustomPropertyOption[] };

/** A custom property that exists until the commit. */
export type KeptProperty = Pick<CustomPropertyRow, 'id' | 'key' | 'name' | 'type'>;

export type WrittenOption = Pick<CustomPropertyOption, 'id' | 'key' | 'name'>;

/** A custom property as searches need it. */
interface FoundProperty {
  id: string;
  type: CustomPropertyType;
  options: { id: string; key: string }[];
}

/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const NAMES_LOCK = 741_853_019;

const COLUMNS = [
  'p.id',
  'p.created_at as createdAt',
  'p.updated_at as updatedAt',
  'p.organization_id as organizationId',
  'p.name',
  'p.key',
  'p.description',
  'p.type',
  'p.display_order as displayOrder',
  'p.role',
  'p.hidden',
] as const;

const OPTION_COLUMNS = [
  'o.id',
  'o.created_at as createdAt',
  'o.updated_at as updatedAt',
  'o.property_id as propertyId',
  'o.name',
  'o.key',
  'o.display_order as displayOrder',
] as const;

/** The statements on custom properties and their options. */
@Injectable()
export class CustomPropertyRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Properties are created, and get names and options, one after the other: limits and names hold. The first lock to take. */
  async lockNames(tx: Transaction, { organizationId }: OrganizationContext): Promise<void> {
    await lockName(tx, NAMES_LOCK, organizationId);
  }

  /** Without those of a role, which every organization may have. */
  async count(tx: Transaction, { organizationId }: OrganizationContext): Promise<number> {
    const { count } = await kyselyOf<CustomPropertyTables>(tx)
      .selectFrom('custom_property')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .where('role', 'is', null)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Counts the options of all properties of the organization. */
  async countOptions(tx: Transaction, { organizationId }: OrganizationContext): Promise<number> {
    const { count } = await kyselyOf<CustomPropertyTables>(tx)
      .selectFrom('custom_property_option as o')
      .innerJoin('custom_property as p', 'p.id', 'o.property_id')
      .select(COUNT.as('count'))
      .where('p.organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Returns properties of the organization in display order, each with its options. */
  async list({ organizationId }: OrganizationScope, page?: Page): Promise<CustomProperty[]> {
    const properties = await this.#select(this.unitOfWork)
      .where('p.organization_id', '=', organizationId)
      .orderBy('p.display_order')
      .orderBy('p.created_at')
      .orderBy('p.id')
      .$call(ofPage(page))
      .execute();
    const options = Map.groupBy(
      await this.#options(
        this.unitOfWork,
        properties.map(({ id }) => id),
      ),
      ({ propertyId }) => propertyId,
    );
    return properties.map((property) => ({ ...property, options: options.get(property.id) ?? [] }));
  }

  async find({ organizationId }: OrganizationScope, id: string): Promise<CustomProperty | undefined> {
    const property = await this.#select(this.unitOfWork)
      .where('p.organization_id', '=', organizationId)
      .where('p.id', '=', id)
      .executeTakeFirst();
    return property && { ...property, options: await this.#options(this.unitOfWork, [id]) };
  }

  /** The ids of the properties that the organization has for these roles. */
  async idsOfRoles<Role extends PropertyRole>(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    roles: readonly Role[],
  ): Promise<Map<Role, string>> {
    const rows = await kyselyOf<CustomPropertyTables>(tx)
      .selectFrom('custom_property')
      .select(['id', 'role'])
      .where('organization_id', '=', organizationId)
      .where('role', '=', sql<PropertyRole>`any(${roles}::text[])`)
      .execute();
    return new Map(rows.map(({ id, role }) => [role as Role, id]));
  }

  /** The property of this role, with its options. */
  async findByRole(
    { organizationId }: OrganizationScope,
    role: PropertyRole,
    source: Pick<Transaction, 'db'> = this.unitOfWork,
  ): Promise<CustomProperty | undefined> {
    const property = await this.#select(source)
      .where('p.organization_id', '=', organizationId)
      .where('p.role', '=', role)
      .executeTakeFirst();
    return property && { ...property, options: await this.#options(source, [property.id]) };
  }

  /** The properties with these keys, locked as {@link findForChange} does. */
  lockWithKeys(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    keys: readonly string[],
  ): Promise<CustomPropertyRow[]> {
    return this.#select(tx)
      .where('p.organization_id', '=', organizationId)
      .where('p.key', '=', anyOf(keys))
      .orderBy('p.id')
      .forUpdate()
      .execute();
  }

  async exists({ organizationId }: OrganizationScope, id: string): Promise<boolean> {
    const found = await kyselyOf<CustomPropertyTables>(this.unitOfWork)
      .selectFrom('custom_property')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Finds a property for a change and locks it until the end of the transaction, also against new values of it. */
  async findForChange(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    id: string,
  ): Promise<CustomProperty | undefined> {
    const property = await this.#select(tx)
      .where('p.organization_id', '=', organizationId)
      .where('p.id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return property && { ...property, options: await this.#options(tx, [id]) };
  }

  /** The type and name of those of the properties that exist, by id. The type of a property never changes. */
  async types(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    ids: readonly string[],
  ): Promise<Map<string, KeptProperty>> {
    const rows = await this.#named(tx, organizationId, ids).execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Returns those of the properties that exist, by id; neither they nor their options are deleted before the commit. */
  async keep(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    ids: readonly string[],
  ): Promise<Map<string, KeptProperty>> {
    const rows = await this.#named(tx, organizationId, ids).orderBy('id').forKeyShare().execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The property of each of these options that exists. The caller keeps the properties. */
  async propertiesOfOptions(tx: Transaction, optionIds: readonly string[]): Promise<Map<string, string>> {
    if (optionIds.length === 0) return new Map();
    const rows = await kyselyOf<CustomPropertyTables>(tx)
      .selectFrom('custom_property_option')
      .select(['id', 'property_id'])
      .where('id', '=', anyOf(optionIds))
      .execute();
    return new Map(rows.map((row) => [row.id, row.property_id]));
  }

  async insert(tx: Transaction, row: CustomPropertyRow): Promise<void> {
    await kyselyOf<CustomPropertyTables>(tx)
      .insertInto('custom_property')
      .values({
        id: row.id,
        created_at: row.createdAt,
        updated_at: row.updatedAt,
        organization_id: row.organizationId,
        name: row.name,
        key: row.key,
        description: row.description,
        type: row.type,
        display_order: row.displayOrder,
        role: row.role,
        hidden: row.hidden,
      })
      .execute();
  }

  async update(tx: Transaction, row: CustomPropertyRow): Promise<void> {
    await kyselyOf<CustomPropertyTables>(tx)
      .updateTable('custom_property')
      .set({
        updated_at: row.updatedAt,
        name: row.name,
        key: row.key,
        description: row.description,
        display_order: row.displayOrder,
        role: row.role,
        hidden: row.hidden,
      })
      .where('id', '=', row.id)
      .execute();
  }

  /** Locks all properties of the organization, in display order, until the end of the transaction. */
  async lockAll(tx: Transaction, { organizationId }: OrganizationContext): Promise<CustomPropertyRow[]> {
    const rows = await this.#select(tx)
      .where('p.organization_id', '=', organizationId)
      .orderBy('p.id')
      .forUpdate()
      .execute();
    return rows.sort(
      (one, other) =>
        one.displayOrder - other.displayOrder ||
        one.createdAt.getTime() - other.createdAt.getTime() ||
        (one.id < other.id ? -1 : 1),
    );
  }

  /**
   * Writes the options in this order, and deletes the other options of the property with their values. Names may be
   * exchanged: they are compared at the commit.
   */
  async replaceOptions(
    tx: Transaction,
    propertyId: string,
    options: readonly WrittenOption[],
  ): Promise<CustomPropertyOption[]> {
    const ids = options.map(({ id }) => id);
    await kyselyOf<CustomPropertyTables>(tx)
      .deleteFrom('custom_property_option')
      .where('property_id', '=', propertyId)
      .where('id', '<>', sql<string>`all(${ids}::text[])`)
      .execute();
    // Raw: lists of bound values as rows.
    await tx.sql.query(
      `insert into custom_property_option as o (id, property_id, name, key, display_order)
       select id, $1, name, key, number - 1
       from unnest($2::text[], $3::text[], $4::text[]) with ordinality as given(id, name, key, number)
       on conflict (id) do update
         set name = excluded.name, key = excluded.key, display_order = excluded.display_order,
           updated_at = greatest(now(), o.updated_at + interval '1 ms')
         where (o.name, o.display_order) is distinct from (excluded.name, excluded.display_order)`,
      [propertyId, ids, options.map(({ name }) => name), options.map(({ key }) => key)],
    );
    return this.#options(tx, [propertyId]);
  }

  /** Deletes a property with its options and all values. */
  async delete(tx: Transaction, id: string): Promise<void> {
    await kyselyOf<CustomPropertyTables>(tx).deleteFrom('custom_property').where('id', '=', id).execute();
  }

  /**
   * Returns for a search the properties that have these keys, with the keys of their options. The name of a role is a
   * key of its property, whatever that is called, unless another property has the key. Before the organization has the
   * property of the role, one without options stands for it, whose id no document refers to.
   */
  async byKeys({ organizationId }: OrganizationScope, keys: readonly string[]): Promise<Map<string, FoundProperty>> {
    const roles = keys.flatMap((key) => ROLE_OF_KEY.get(key) ?? []);
    const rows = await kyselyOf<CustomPropertyTables>(this.unitOfWork)
      .selectFrom('custom_property as p')
      .select([
        'p.id',
        'p.key',
        'p.role',
        'p.type',
        sql<{ id: string; key: string }[]>`coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'key', o.key))
          from custom_property_option o where o.property_id = p.id), '[]')`.as('options'),
      ])
      .where('p.organization_id', '=', organizationId)
      .where((eb) =>
        eb.or([eb('p.key', '=', anyOf(keys)), eb('p.role', '=', sql<PropertyRole>`any(${roles}::text[])`)]),
      )
      .execute();
    const asFound = ({ id, type, options }: (typeof rows)[number]) => ({ id, type, options });
    const found = new Map<string, FoundProperty>(rows.map((row) => [row.key, asFound(row)]));
    for (const key of keys) {
      const role = ROLE_OF_KEY.get(key);
      if (role === undefined || found.has(key)) continue;
      const ofRole = rows.find((row) => row.role === role);
      found.set(key, ofRole ? asFound(ofRole) : { id: role, type: PROPERTY_ROLES[role].type, options: [] });
    }
    return found;
  }

  #named(tx: Transaction, organizationId: string, ids: readonly string[]) {
    return kyselyOf<CustomPropertyTables>(tx)
      .selectFrom('custom_property')
      .select(['id', 'name', 'key', 'type'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', anyOf(ids));
  }

  #select(source: Pick<Transaction, 'db'>) {
    return kyselyOf<CustomPropertyTables>(source).selectFrom('custom_property as p').select(COLUMNS);
  }

  async #options(source: Pick<Transaction, 'db'>, propertyIds: readonly string[]): Promise<CustomPropertyOption[]> {
    if (propertyIds.length === 0) return [];
    return kyselyOf<CustomPropertyTables>(source)
      .selectFrom('custom_property_option as o')
      .select(OPTION_COLUMNS)
      .where('o.property_id', '=', anyOf(propertyIds))
      .orderBy('o.property_id')
      .orderBy('o.display_order')
      .orderBy('o.id')
      .execute();
  }
}
