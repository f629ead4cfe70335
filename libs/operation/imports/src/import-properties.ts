import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import {
  CUSTOM_PROPERTY_TYPES,
  CustomPropertiesService,
  CustomPropertyLimitReached,
  CustomPropertyRepository,
  offersOptions,
  PROPERTY_ROLE_NAMES,
  PROPERTY_ROLES,
  PropertyOptions,
  type CustomProperty,
  type CustomPropertyType,
  type PropertyRole,
} from '#archive/properties';
import { propertyKey } from '#capabilities/query';
import type { PropertyRecord } from './archive-records.js';
import type { ImportResult } from './import-report.js';
import type { ImportedProperty, ImportRun, Made } from './import-run.js';
import { checkedLine, checkedRef, cutText, listOf, NotImported, oneOf, reasonOf } from './record-checks.js';

/** What imports need to know of a property that is there. */
interface KnownProperty {
  id: string;
  name: string;
  type: CustomPropertyType;
  role: PropertyRole | null;
  /** Ids by the keys of their names. */
  options: Map<string, string>;
}

interface WantedOption {
  ref: string;
  name: string;
  key: string;
}

interface Wanted {
  ref: string;
  name: string;
  description: string | undefined;
  type: CustomPropertyType;
  role: PropertyRole | undefined;
  hidden: boolean;
  /** Each name once. */
  options: WantedOption[];
  /** Other options of the source with the same names. */
  twins: WantedOption[];
}

const MOST_OPTIONS_OF_RECORD = 5_000;
/** In the id that imports remember of an option, between that of its property and its own. */
const BETWEEN = '\n';

/**
 * The properties of a source. One with the name and type of a property of the organization is that property, and gets the
 * options that it lacks; with another type it is a new one with a number behind its name.
 */
@Injectable()
export class ImportProperties {
  readonly #known = new WeakMap<ImportRun, Promise<Map<string, KnownProperty>>>();

  constructor(
    private readonly properties: CustomPropertyRepository,
    private readonly service: CustomPropertiesService,
    private readonly options: PropertyOptions,
    private readonly config: OrganizationsConfig,
  ) {}

  async execute(run: ImportRun, record: PropertyRecord): Promise<ImportResult> {
    const reasons: string[] = [];
    const wanted = wantedOf(record, reasons);
    const known = await this.#knownOf(run);
    const item = await run.find('property', wanted.ref);
    const twin = item ? [...known.values()].find(({ id }) => id === item.targetId) : await this.#twinOf(run, wanted);
    if (item && !twin) {
      run.properties.set(wanted.ref, { id: item.targetId, name: wanted.name, type: wanted.type, options: new Map() });
      return { outcome: 'already-there' };
    }
    const imported = twin ? await this.#adopt(run, wanted, twin, reasons) : await this.#create(run, wanted, reasons);
    for (const option of wanted.twins) {
      const id = imported.options.get(wanted.options.find(({ key }) => key === option.key)?.ref ?? '');
      if (id !== undefined) imported.options.set(option.ref, id);
    }
    run.properties.set(wanted.ref, imported);
    if (item) return { outcome: 'already-there', reasons };
    if (reasons.length > 0) return { outcome: 'changed', reasons };
    return { outcome: twin ? 'already-there' : 'came' };
  }

  /** The property that stands for the one of the source. */
  async #twinOf(run: ImportRun, { role, name, type }: Wanted): Promise<KnownProperty | undefined> {
    const known = await this.#knownOf(run);
    const ofRole = role && [...known.values()].find((each) => each.role === role);
    if (ofRole) return ofRole;
    const named = known.get(propertyKey(name));
    return named?.type === type ? named : undefined;
  }

  /** Gives a property of the organization the options that it lacks. */
  async #adopt(
    run: ImportRun,
    { ref, options }: Wanted,
    twin: KnownProperty,
    reasons: string[],
  ): Promise<ImportedProperty> {
    if (!(await run.find('property', ref))) await run.link('property', ref, twin.id);
    const imported = { id: twin.id, name: twin.name, type: twin.type, options: new Map<string, string>() };
    for (const option of options) {
      const there = twin.options.get(option.key) ?? (await run.find('option', optionRef(ref, option)))?.targetId;
      const id = there ?? (await this.#addOption(run, ref, twin, option, reasons));
      if (id === undefined) continue;
      twin.options.set(option.key, id);
      imported.options.set(option.ref, id);
    }
    return imported;
  }

  async #addOption(
    run: ImportRun,
    ref: string,
    twin: KnownProperty,
    option: WantedOption,
    reasons: string[],
  ): Promise<string | undefined> {
    const itemRef = optionRef(ref, option);
    if (run.isPlanned(twin.id)) return run.plan('option', itemRef).targetId;
    try {
      const made = await run.once('option', itemRef, async (tx, ctx) => {
        const { id } = await this.options.create(tx, ctx, twin.id, option.name);
        return { targetId: id, isNew: true };
      });
      return run.isDryRun ? 'planned' : made?.targetId;
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      reasons.push(`The option “${option.name}” was left out: ${reason}`);
      return undefined;
    }
  }

  async #create(run: ImportRun, wanted: Wanted, reasons: string[]): Promise<ImportedProperty> {
    const { ref, type, role, description, hidden, options } = wanted;
    const known = await this.#knownOf(run);
    const name = freeName(wanted.name, known);
    if (name !== wanted.name)
      reasons.push(`It is called “${name}”: the organization has a property with its name and another type.`);
    const ofOrganization = [...known.values()].filter((each) => each.role === null).length;
    if (run.isDryRun && role === undefined && ofOrganization >= this.config.maxCustomProperties)
      throw CustomPropertyLimitReached();
    const made = role
      ? await this.#createWithRole(run, wanted, role)
      : await run.once('property', ref, async (tx, ctx) => {
          const fields = { type, name, description, ...(offersOptions(type) && { options }) };
          const property = await this.service.create(tx, ctx, fields);
          if (hidden) await this.properties.update(tx, { ...property, hidden });
          return madeOf(property, wanted);
        });
    if (!made) throw new NotImported('Another import made it at the same time.');
    const id = run.isDryRun ? 'planned' : made.targetId;
    const ids = new Map((made.parts ?? []).map((part) => [part.ref, run.isDryRun ? 'planned' : part.targetId]));
    const ofRefs = options.flatMap((option) => {
      const optionId = ids.get(optionRef(ref, option));
      return optionId === undefined ? [] : [{ ...option, id: optionId }];
    });
    const property: KnownProperty = {
      ...{ id, name, type, role: role ?? null, options: new Map(ofRefs.map((option) => [option.key, option.id])) },
    };
    known.set(propertyKey(name), property);
    if (role) return this.#adopt(run, wanted, property, reasons);
    return { id, name, type, options: new Map(ofRefs.map((option) => [option.ref, option.id])) };
  }

  /** In transactions of its own; when the import ends in between, the property is found by its role the next time. */
  async #createWithRole(run: ImportRun, { ref, name, type }: Wanted, role: PropertyRole): Promise<Made | undefined> {
    if (run.isDryRun) return run.plan('property', ref);
    const property = await this.service.ensureRole(run.ctx, role, name);
    if (property.type !== type) throw new NotImported('The organization has a property of its role with another type.');
    return run.once('property', ref, () => Promise.resolve({ targetId: property.id, isNew: true }));
  }

  #knownOf(run: ImportRun): Promise<Map<string, KnownProperty>> {
    const loaded = this.#known.get(run) ?? this.#load(run);
    this.#known.set(run, loaded);
    return loaded;
  }

  async #load(run: ImportRun): Promise<Map<string, KnownProperty>> {
    const all = await this.properties.list(run.ctx);
    return new Map(
      all.map(({ id, name, key, type, role, options }) => [
        key,
        { id, name, type, role, options: new Map(options.map((option) => [option.key, option.id])) },
      ]),
    );
  }
}

function wantedOf(record: PropertyRecord, reasons: string[]): Wanted {
  const ref = checkedRef(record.ref);
  const name = checkedLine(record.name, 255);
  if (propertyKey(name) === '') throw new NotImported('Its name has no letter and no digit.');
  const type = oneOf(CUSTOM_PROPERTY_TYPES, record.type, 'Its type');
  const role = PROPERTY_ROLE_NAMES.find((each) => each === record.role && PROPERTY_ROLES[each].type === type);
  if (record.role !== undefined && role === undefined) reasons.push('Its role is not known and was left out.');
  const all = offersOptions(type) ? optionsOf(record, reasons) : [];
  const options = [...new Map(all.toReversed().map((option) => [option.key, option])).values()].toReversed();
  const chosen = new Set(options);
  return {
    ...{ ref, name, type, role, hidden: record.hidden === true, options },
    description: cutText(record.description, 1_000, 'Its description', reasons)?.trim(),
    twins: all.filter((option) => !chosen.has(option)),
  };
}

function optionsOf({ options }: PropertyRecord, reasons: string[]): WantedOption[] {
  const refs = new Set<string>();
  return listOf(options, MOST_OPTIONS_OF_RECORD, 'Its options').flatMap((option) => {
    try {
      const ref = checkedRef(option.ref);
      const name = checkedLine(option.name, 255, 'The name of an option');
      const key = propertyKey(name);
      if (key === '') throw new NotImported(`The name of the option “${name}” has no letter and no digit.`);
      if (refs.size === refs.add(ref).size) throw new NotImported(`Another option than “${name}” has its id.`);
      return [{ ref, name, key }];
    } catch (error) {
      reasons.push(`An option was left out: ${(error as Error).message}`);
      return [];
    }
  });
}

function madeOf(property: CustomProperty, { ref, options }: Wanted): Made {
  const ids = new Map(property.options.map(({ key, id }) => [key, id]));
  const parts = options.flatMap((option) => {
    const targetId = ids.get(option.key);
    return targetId === undefined ? [] : [{ kind: 'option', ref: optionRef(ref, option), targetId }];
  });
  return { targetId: property.id, isNew: true, parts };
}

function freeName(name: string, known: ReadonlyMap<string, unknown>): string {
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} ${number}`;
    if (!known.has(propertyKey(numbered))) return numbered;
  }
}

function optionRef(ref: string, option: Pick<WantedOption, 'ref'>): string {
  return `${ref}${BETWEEN}${option.ref}`;
}
