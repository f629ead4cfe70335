import { Env } from '@archivolt/plugin-kit';

/** How notes are read. */
export class NotesConfig {
  /** The bits that are inverted in every byte. */
  @Env('EXTRACTION_NOTES_MASK') mask: number = 255;
}
