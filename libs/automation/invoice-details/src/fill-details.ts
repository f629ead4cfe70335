import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { DocumentProperties, type PropertyDifference } from '#archive/metadata';
import { CustomPropertyRepository } from '#archive/properties';
import { orderOf } from '#automation/date-detection';
import type { Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import { OrganizationSettings } from '#people/organizations';
import { DETAIL_NAMES, type DetailFindings, type DetailName } from './detector/detail-finding.js';
import { InvoiceDetailsRepository, type StoredFinding } from './invoice-details.repository.js';
import { InvoiceDetailsSetting } from './invoice-details-setting.js';

/** What details of an organization are put into, and how its dates are read. */
export interface DetailTargets {
  propertyOf: ReadonlyMap<DetailName, string>;
  order: ReturnType<typeof orderOf>;
}

/** The values that one document got, or would get, with where they were found. */
export interface FilledDetails {
  documentId: string;
  properties: PropertyDifference[];
  findings: StoredFinding[];
}

/** Puts details that were found into properties that are empty, and notes where they were found. */
@Injectable()
export class FillDetails {
  constructor(
    private readonly repository: InvoiceDetailsRepository,
    private readonly setting: InvoiceDetailsSetting,
    private readonly properties: CustomPropertyRepository,
    private readonly documentProperties: DocumentProperties,
    private readonly settings: OrganizationSettings,
    private readonly config: OrganizationsConfig,
  ) {}

  /** Undefined: nothing is filled, because it is off or there are no properties. Off costs one statement. */
  async targets(tx: Transaction, ctx: OrganizationContext): Promise<DetailTargets | undefined> {
    if (!this.config.areInvoiceDetailsEnabled || !(await this.setting.isEnabled(ctx, tx))) return undefined;
    const propertyOf = await this.properties.idsOfRoles(tx, ctx, DETAIL_NAMES);
    if (propertyOf.size === 0) return undefined;
    return { propertyOf, order: orderOf(await this.settings.dateDetection(ctx, tx)) };
  }

  /**
   * A property of a document is filled once. The caller has locked the documents; with `isLook` nothing is locked or
   * changed. Returns the documents that got something.
   */
  async fill(
    tx: Transaction,
    ctx: OrganizationContext,
    found: ReadonlyMap<string, DetailFindings>,
    { propertyOf, isLook = false }: Pick<DetailTargets, 'propertyOf'> & { isLook?: boolean },
  ): Promise<FilledDetails[]> {
    const known = await this.repository.known(tx, [...found.keys()], [...propertyOf.values()]);
    const filled: FilledDetails[] = [];
    for (const [documentId, details] of found) {
      const wanted = DETAIL_NAMES.flatMap((name): StoredFinding[] => {
        const [finding, propertyId] = [details[name], propertyOf.get(name)];
        const isNew = finding && propertyId !== undefined && !known.has(`${documentId} ${propertyId}`);
        return isNew ? [{ ...finding, propertyId }] : [];
      });
      if (wanted.length === 0) continue;
      const set = wanted.map(({ propertyId, value }) => ({ propertyId, value }));
      const batch = { documentIds: [documentId], set };
      const properties = await this.documentProperties.changeWhatFits(tx, ctx, batch, { onlyEmpty: true, isLook });
      const findings = withValues(wanted, properties);
      if (!isLook) await this.repository.save(tx, documentId, findings);
      if (properties.length > 0) filled.push({ documentId, properties, findings });
    }
    return filled;
  }
}

/** Only what was empty gets a finding: the rest is someone's own. */
function withValues(wanted: readonly StoredFinding[], changed: readonly PropertyDifference[]): StoredFinding[] {
  const after = new Map(changed.map((difference) => [difference.propertyId, difference.after]));
  return wanted.flatMap((finding) => {
    const value = after.get(finding.propertyId);
    return typeof value === 'number' || typeof value === 'string' ? [{ ...finding, value }] : [];
  });
}
