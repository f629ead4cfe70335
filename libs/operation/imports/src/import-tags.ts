import { nameKey } from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { isTagName, TagLimitReached, TagParentNotFound, TagRepository, TagsService, TagTooDeep } from '#archive/tags';
import type { TagRecord } from './archive-records.js';
import type { ImportResult } from './import-report.js';
import type { ImportRun } from './import-run.js';
import { checkedLine, checkedRef, cutText, NotImported } from './record-checks.js';

/** Of tags whose source has no color for them. */
const GRAY = '#CCCCCC';

/** The tags of a source. One with the same name as a tag of the organization is that tag, which stays as it is. */
@Injectable()
export class ImportTags {
  /** The tags of the organization of each run, by their normalized names. */
  readonly #known = new WeakMap<ImportRun, Promise<Map<string, string>>>();

  constructor(
    private readonly tags: TagRepository,
    private readonly service: TagsService,
    private readonly config: OrganizationsConfig,
  ) {}

  async execute(run: ImportRun, record: TagRecord): Promise<ImportResult> {
    const ref = checkedRef(record.ref);
    const name = checkedLine(record.name, 64);
    if (!isTagName(name)) throw new NotImported('Its name cannot be the name of a tag.');
    const item = await run.find('tag', ref);
    if (item) {
      run.tags.set(ref, { id: item.targetId, name });
      return { outcome: 'already-there' };
    }
    const known = await this.#knownOf(run);
    const twin = known.get(nameKey(name));
    if (twin !== undefined) {
      await run.link('tag', ref, twin);
      run.tags.set(ref, { id: twin, name });
      return { outcome: 'already-there' };
    }
    const reasons: string[] = [];
    const fields = { name, color: colorOf(record, reasons), description: descriptionOf(record, reasons) };
    if (run.isDryRun && known.size >= this.config.maxTags) throw TagLimitReached();
    const made = await run.once('tag', ref, async (tx, ctx) => {
      const { id } = await this.service
        .create(tx, ctx, { ...fields, parentId: this.#parentOf(run, record, reasons) })
        .catch((error: unknown) => {
          const reason = reasonForTop(error);
          if (reason === undefined) throw error;
          if (!reasons.includes(reason)) reasons.push(reason);
          return this.service.create(tx, ctx, fields);
        });
      return { targetId: id, isNew: true };
    });
    const targetId = run.isDryRun ? 'planned' : (made ?? (await run.find('tag', ref)))?.targetId;
    if (targetId === undefined) throw new NotImported('Another import made it at the same time.');
    known.set(nameKey(name), targetId);
    run.tags.set(ref, { id: targetId, name });
    return { outcome: reasons.length > 0 ? 'changed' : 'came', reasons };
  }

  #parentOf(run: ImportRun, { parentRef }: TagRecord, reasons: string[]): string | undefined {
    if (parentRef === undefined) return undefined;
    const parent = run.tags.get(parentRef);
    if (!parent) reasons.push('The tag above it was not imported.');
    return parent && !run.isPlanned(parent.id) ? parent.id : undefined;
  }

  #knownOf(run: ImportRun): Promise<Map<string, string>> {
    const loaded = this.#known.get(run) ?? this.#load(run);
    this.#known.set(run, loaded);
    return loaded;
  }

  async #load(run: ImportRun): Promise<Map<string, string>> {
    return new Map((await this.tags.names(run.ctx)).map(({ name, id }) => [nameKey(name), id]));
  }
}

/** Why a tag is not below the one that was above it in the source. */
function reasonForTop(error: unknown): string | undefined {
  if (TagTooDeep.matches(error)) return 'It is not below another tag: tags have at most 5 levels.';
  return TagParentNotFound.matches(error) ? 'It is not below another tag: that one was deleted here.' : undefined;
}

function colorOf({ color }: TagRecord, reasons: string[]): string {
  if (color === undefined) return GRAY;
  if (typeof color === 'string' && /^#[0-9A-F]{6}$/i.test(color)) return color.toUpperCase();
  reasons.push('Its color is not of the form #RRGGBB: it is gray now.');
  return GRAY;
}

function descriptionOf({ description }: TagRecord, reasons: string[]): string | undefined {
  return cutText(description, 256, 'Its description', reasons)?.trim();
}
