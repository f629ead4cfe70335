import { Injectable } from '@nestjs/common';
import { DocumentViews, VIEW_LAYOUTS, VIEW_SORT_FIELDS, VIEW_SORT_ORDERS } from '#archive/finding';
import type { OrganizationContext } from '#ground/kernel';
import type { ViewRecord } from './archive-records.js';
import { ImportPeople } from './import-people.js';
import type { ImportResult } from './import-report.js';
import type { ImportRun } from './import-run.js';
import {
  checkedLine,
  checkedRef,
  checkedText,
  cutText,
  isMissing,
  listOf,
  NotImported,
  oneOf,
} from './record-checks.js';

const MOST_COLUMNS = 50;
/** A property in the name of a column. */
const PROPERTY = /cpd_[a-z0-9]{24}/g;

/** The saved views of a source: private ones for the users that they belong to. */
@Injectable()
export class ImportViews {
  constructor(
    private readonly views: DocumentViews,
    private readonly people: ImportPeople,
  ) {}

  async execute(run: ImportRun, record: ViewRecord): Promise<ImportResult> {
    const ref = checkedRef(record.ref);
    if (await run.find('view', ref)) return { outcome: 'already-there' };
    const reasons: string[] = [];
    const owner = await this.#ownerOf(run, record);
    const fields = {
      name: checkedLine(record.name, 255),
      query: checkedText(record.query, 1024, 'Its search'),
      description: cutText(record.description, 256, 'Its description', reasons)?.trim() ?? null,
      isPinned: record.isPinned === true,
      isShared: owner === undefined,
      parentId: await this.#parentOf(run, record, reasons),
      sortField: optional(VIEW_SORT_FIELDS, record.sortField, 'Its order'),
      sortOrder: optional(VIEW_SORT_ORDERS, record.sortOrder, 'Its direction'),
      layout: optional(VIEW_LAYOUTS, record.layout, 'Its layout'),
      columns: columnsOf(run, record),
    };
    await run.once('view', ref, async (tx, ctx) => {
      const { id } = await this.views.create(tx, ofUser(ctx, owner), fields);
      return { targetId: id, isNew: true };
    });
    return { outcome: reasons.length > 0 ? 'changed' : 'came', reasons };
  }

  async #ownerOf(run: ImportRun, { privateTo }: ViewRecord): Promise<string | undefined> {
    if (isMissing(privateTo)) return undefined;
    const owner = await this.people.idOf(run, privateTo);
    if (owner === undefined) throw new NotImported('The user that it belongs to is not a member.');
    return owner;
  }

  async #parentOf(run: ImportRun, { parentRef }: ViewRecord, reasons: string[]): Promise<string | null> {
    if (isMissing(parentRef)) return null;
    const parent = await run.find('view', checkedRef(parentRef));
    if (!parent) reasons.push('The view above it was not imported: it is at the top.');
    return parent && !run.isPlanned(parent.targetId) ? parent.targetId : null;
  }
}

function optional<Value>(values: readonly Value[], value: unknown, what: string): Value | null {
  return value === undefined || value === null ? null : oneOf(values, value, what);
}

function columnsOf(run: ImportRun, { columns }: ViewRecord): string[] | null {
  if (isMissing(columns)) return null;
  return listOf(columns, MOST_COLUMNS, 'Its columns').map((column) =>
    checkedText(column, 100, 'A column').replaceAll(PROPERTY, (ref) => run.properties.get(ref)?.id ?? ref),
  );
}

/** The context of the member to whom a private view belongs. */
function ofUser(ctx: OrganizationContext, userId: string | undefined): OrganizationContext {
  if (userId === undefined || ctx.actor.via === 'system') return ctx;
  return { ...ctx, actor: { ...ctx.actor, userId } };
}
