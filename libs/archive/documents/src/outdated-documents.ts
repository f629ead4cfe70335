import { Injectable } from '@nestjs/common';
import { InstalledReaders, UNREAD_OUTCOMES } from '#capabilities/extraction';
import {
  ReprocessDocumentsRepository,
  type OutdatedReadings,
  type UnreadGroup,
} from './reprocess-documents.repository.js';

/** Which documents the installed plugins may read better than those that were there when they were read. */
@Injectable()
export class OutdatedDocuments {
  constructor(
    private readonly documents: ReprocessDocumentsRepository,
    private readonly readers: InstalledReaders,
  ) {}

  /** Returns the outdated readings of one organization, or of all. */
  async find(organizationId?: string): Promise<OutdatedReadings> {
    const { engines, ids: providers, ocrEngine } = this.readers;
    const groups = (await this.#unread(organizationId)).map(({ count: _, ...group }) => group);
    return { unreadOutcomes: UNREAD_OUTCOMES, groups, providers, engines, ocrEngine };
  }

  /** Counts the documents without a text that a new plugin could read, in all organizations. */
  async countUnread(): Promise<number> {
    return (await this.#unread()).reduce((sum, { count }) => sum + count, 0);
  }

  async #unread(organizationId?: string): Promise<UnreadGroup[]> {
    const groups = await this.documents.unreadGroups(UNREAD_OUTCOMES, organizationId);
    return groups.filter(({ mimeType, extension, type, readers }) =>
      this.readers.haveNew(
        { fileName: `file.${extension}`, types: type === '' ? [mimeType] : [type, mimeType] },
        readers,
      ),
    );
  }
}
