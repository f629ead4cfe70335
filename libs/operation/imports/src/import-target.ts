import { cleanLine, cutToCharacters } from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import { DATE_DETECTIONS, LEARNED_FILINGS } from '#config/organizations';
import { UnitOfWork, type Transaction } from '#ground/database';
import { createId, type ActorContext, type OrganizationContext, type UserActor } from '#ground/kernel';
import { NotInOrganization, UserNotFound, UserRepository } from '#people/auth';
import {
  CreateOrganization,
  hasRole,
  NotOrganizationOwner,
  OrganizationRepository,
  OrganizationSettings,
} from '#people/organizations';
import type { ArchiveSource, OrganizationRecord } from './archive-records.js';
import { ImportItemRepository } from './import-item.repository.js';
import type { ImportResult } from './import-report.js';

/** Where an import goes, and in whose name. */
export type ImportTarget =
  /** An owner or admin of the organization. */
  | { organizationId: string; as: string }
  /** The organization that an earlier import of the source has made for this owner, or a new one. */
  | { newOrganizationOf: string };

/** An organization that is there, or, in a dry run, how it would be made. */
export interface OpenedTarget {
  ctx: OrganizationContext;
  isNew: boolean;
  prepare?: (tx: Transaction) => Promise<OrganizationContext>;
}

const SHORTEST_NAME = 3;
const LONGEST_NAME = 50;
/** Parts of the settings that exports have and imports leave to a person. */
const OTHER_SETTINGS = ['documentCodes', 'invoiceDetails'];
const SETTINGS_STAY = 'The organization was there before: its name and settings stay as they are.';

/** Finds or makes the organization that an import goes to. */
@Injectable()
export class OpenTarget {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UserRepository,
    private readonly organizations: OrganizationRepository,
    private readonly createOrganization: CreateOrganization,
    private readonly settings: OrganizationSettings,
    private readonly items: ImportItemRepository,
  ) {}

  async execute(
    source: ArchiveSource,
    target: ImportTarget,
    { name, isDryRun }: { name: string; isDryRun: boolean },
  ): Promise<OpenedTarget> {
    const email = 'as' in target ? target.as : target.newOrganizationOf;
    const user = await this.users.findByEmail(email.trim().toLowerCase());
    if (!user) throw UserNotFound({ message: `There is no account with the e-mail address ${email}.` });
    const actor: UserActor = { via: 'session', userId: user.id, sessionId: '', isAdmin: user.isAdmin };
    const by = { actor, requestId: undefined };
    if ('organizationId' in target) return this.#existing(by, target.organizationId);
    const known = await this.items.organizationOf(source.id, await this.#ownedBy(user.id));
    if (known !== undefined) return this.#existing(by, known);
    const prepare = (tx: Transaction) => this.#create(tx, by, name);
    if (isDryRun) return { ctx: { ...by, organizationId: createId('org'), role: 'owner' }, isNew: true, prepare };
    const ctx = await this.unitOfWork.run(async (tx) => {
      const created = await prepare(tx);
      const { organizationId: targetId } = created;
      const key = { sourceId: source.id, kind: 'organization', ref: 'organization' };
      await this.items.add(tx, created, key, { targetId, isNew: true });
      return created;
    });
    return { ctx, isNew: true };
  }

  /** What becomes of the record of the organization: a new one has its name already, and gets its settings. */
  async apply({ ctx, isNew, prepare }: OpenedTarget, record: OrganizationRecord, name: string): Promise<ImportResult> {
    if (!isNew) return { outcome: 'already-there', reasons: [SETTINGS_STAY] };
    const reasons = name === record.name ? [] : [`Its name is “${name}” now.`];
    const others = OTHER_SETTINGS.filter((each) => record.settings?.[each] !== undefined);
    if (others.length > 0) reasons.push(`These settings were not imported, set them again: ${others.join(', ')}.`);
    const settings = prepare ? undefined : record.settings;
    await this.settings.changeDocuments(ctx, documentSettingsOf(objectIn(settings, 'documents')));
    await this.settings.changeAutoTagging(ctx, autoTaggingOf(objectIn(objectIn(settings, 'ai'), 'autoTagging')));
    return { outcome: reasons.length > 0 ? 'changed' : 'came', reasons };
  }

  async #ownedBy(userId: string): Promise<string[]> {
    const memberships = (await this.organizations.ofUser(userId)).map(({ id: organizationId }) => ({
      organizationId,
      userId,
    }));
    const roles = await this.organizations.rolesOf(memberships);
    return roles.filter(({ role }) => role === 'owner').map(({ organizationId }) => organizationId);
  }

  async #existing(by: ActorContext<UserActor>, organizationId: string): Promise<OpenedTarget> {
    const role = await this.organizations.roleOf(organizationId, by.actor);
    if (role === undefined) throw NotInOrganization();
    const ctx = { ...by, organizationId, role };
    if (!hasRole(ctx, 'admin'))
      throw NotOrganizationOwner({
        message: 'An import is made in the name of an owner or admin of the organization.',
      });
    return { ctx, isNew: false };
  }

  async #create(tx: Transaction, by: ActorContext<UserActor>, name: string): Promise<OrganizationContext> {
    const { userId: ownerId } = by.actor;
    const { id: organizationId } = await this.createOrganization.execute(tx, by, { name, ownerId });
    await tx.em.flush(); // what an import adds refers to it
    return { ...by, organizationId, role: 'owner' };
  }
}

/** A name that an organization may have. */
export function organizationName(wanted: unknown): string {
  const text = typeof wanted === 'string' ? wanted.slice(0, 10 * LONGEST_NAME) : '';
  const name = cutToCharacters(cleanLine(text).trim(), LONGEST_NAME).trim();
  return name.length < SHORTEST_NAME ? 'Imported archive' : name;
}

function objectIn(value: unknown, key: string): Record<string, unknown> {
  const found = (value as Record<string, unknown> | null | undefined)?.[key];
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
}

function documentSettingsOf({ dateDetection, isInboxEnabled, learnedFiling }: Record<string, unknown>) {
  return {
    dateDetection: DATE_DETECTIONS.find((each) => each === dateDetection),
    learnedFiling: LEARNED_FILINGS.find((each) => each === learnedFiling),
    isInboxEnabled: flagOf(isInboxEnabled),
  };
}

function autoTaggingOf({ isEnabled, canCreateNewTags, maxTags, ...more }: Record<string, unknown>) {
  const isCount = typeof maxTags === 'number' && Number.isInteger(maxTags) && maxTags >= 1 && maxTags <= 100;
  return {
    ...{ isEnabled: flagOf(isEnabled), canCreateNewTags: flagOf(canCreateNewTags) },
    maxTags: isCount ? maxTags : undefined,
    canSuggestDetails: flagOf(more['canSuggestDetails']),
    canSuggestProperties: flagOf(more['canSuggestProperties']),
  };
}

const flagOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
