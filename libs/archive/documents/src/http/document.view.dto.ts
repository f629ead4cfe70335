import type { CustomPropertyType, DocumentProperty } from '#archive/properties';
import type { DocumentRow, ListedDocument } from '#archive/documents';
import type { DateTime, Integer } from '#ground/http-kit';

/** Pages, or other units of the plugin. */
export class ExtractionProgressView {
  done!: Integer;
  /** Null when it is not known. */
  total!: Integer | null;
}

/** How reading the file went. */
export class ExtractionView {
  status!: DocumentRow['extractionStatus'];
  /** `text`, `empty`, `encrypted`, `corrupt`, `unsupported`, `too-large`, `timeout`, `crashed` …; null until completed. */
  outcome!: string | null;
  /** Why there is no text, or what it waits for, in one sentence. */
  reason!: string | null;
  /** The plugin that read it. */
  provider!: string | null;
  /** While it is `waiting` because a service is away: when the service is asked again. */
  nextAttemptAt!: DateTime | null;
  /** While it is `running`, if the plugin reports it. Changes without a new `updatedAt`. */
  progress!: ExtractionProgressView | null;
}

/** Pictures of the pages: `GET …/documents/:documentId/preview`. */
export class PreviewView {
  /** The status of the first page. `pending`: it will be made, at the latest when it is requested. */
  status!: 'available' | 'pending' | 'unavailable';
  /** The query parameter `v` with which previews may be cached permanently; null when there are none. */
  version!: string | null;
  /** Pages that can be requested; null when it is not known. */
  pagesCount!: Integer | null;
}

export class DocumentTagView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  name!: string;
  normalizedName!: string;
  color!: string;
  description!: string | null;
}

/** A piece of a text. */
export class HighlightPartView {
  /** Plain text, never HTML. */
  text!: string;
  isMatch!: boolean;
}

/** A file in the file of a document: an attachment of a mail, a member of an archive, a file that is embedded in a PDF. */
export class AttachmentNameView {
  /** With the folders that it has in an archive. */
  name!: string;
  /** The names of the files that it is in, the outermost first; empty when it is in the file of the document itself. */
  path!: string[];
}

/** A part of a document with words of the query. */
export class HighlightView {
  field!: 'content' | 'name' | 'notes';
  /** The page, sheet or slide of the file, counted from 1; null when it is not known. */
  page!: Integer | null;
  /** The file in the file of the document that it is of; null when it is of the file itself. */
  attachment!: AttachmentNameView | null;
  /** Joined, they are a part of the text as it is stored. */
  parts!: HighlightPartView[];
}

export class PropertyOptionView {
  optionId!: string;
  name!: string;
}

export class PropertyUserView {
  userId!: string;
  name!: string;
  email!: string;
}

export class PropertyDocumentView {
  documentId!: string;
  name!: string;
}

/** The value by the type of the property. */
export type PropertyValueView =
  boolean | number | string | PropertyOptionView | PropertyDocumentView[] | PropertyOptionView[] | PropertyUserView[];

export class DocumentPropertyView {
  key!: string;
  name!: string;
  type!: CustomPropertyType;
  displayOrder!: Integer;
  /** Null without a value. */
  value!: PropertyValueView | null;
}

/** The stored file is not what was uploaded any more; the administrator of the server has to restore it. */
export class FileDamageView {
  /**
   * `missing`; `size`: it is shorter or longer; `hash`: its bytes are others; `unreadable`: reading it fails. Downloads
   * are refused or break off.
   */
  problem!: 'hash' | 'missing' | 'size' | 'unreadable';
  foundAt!: DateTime;
  /** When it was last seen to be damaged. */
  seenAt!: DateTime;
}

/** How the date was found in the document. */
export class DateFindingView {
  /** `mail`: the date of a mail, in its header. */
  foundIn!: 'mail' | 'name' | 'text';
  /** The line of the text, from 1; null when it was found in the name of the file. */
  line!: Integer | null;
  /** The line, or its part around the date. */
  excerpt!: string;
  /** How sure the date is, from 0 to 1. */
  confidence!: number;
}

/** A legal hold on a document, or on everything in its organization. */
export class DocumentHoldView {
  id!: string;
  scope!: 'document' | 'organization';
  setAt!: DateTime;
}

/** Before a day, the file of the document is not changed, and it is not removed permanently. */
export class RetentionLockView {
  retentionRuleId!: string;
  /** When it locked the document. */
  retentionRuleName!: string;
  /** The first calendar day without the lock, `2026-01-31`. */
  until!: string;
}

export class DocumentView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  createdBy!: string | null;
  /** File name at upload. */
  originalName!: string;
  /** Bytes. */
  originalSize!: Integer;
  originalSha256Hash!: string;
  name!: string;
  /** The type that the uploader declared; for `application/octet-stream` the detected one, once the file was read. */
  mimeType!: string;
  /** The text of the document; left out in lists. */
  content?: string;
  /**
   * False: the text has more different words than the search index keeps of one document, and words that first appear
   * near its end do not find it.
   */
  isContentFullyIndexed!: boolean;
  documentDate!: DateTime | null;
  /** Null when someone has set the date, and when there is none. */
  documentDateFinding!: DateFindingView | null;
  notes!: string | null;
  /** It waits until a person confirms it; only where the organization has an inbox. */
  isInInbox!: boolean;
  deletedAt!: DateTime | null;
  deletedBy!: string | null;
  isDeleted!: boolean;
  extraction!: ExtractionView;
  /** Left out in the response to a change. */
  preview?: PreviewView;
  /** Null when nothing is wrong with the stored file; only in the details of one document. */
  fileDamage?: FileDamageView | null;
  /** The number under which its paper is filed, null without one; only in the details of one document. */
  archiveNumber?: Integer | null;
  /** The legal holds that keep it from being removed permanently, its own first; only in the details of one document. */
  holds?: DocumentHoldView[];
  /** The retention rule that locks its file; null when none does; only in the details of one document. */
  retentionLock?: RetentionLockView | null;
  tags?: DocumentTagView[];
  /** Every custom property of the organization in display order; only where documents are shown with details. */
  customProperties?: DocumentPropertyView[];
  /** With `highlight=true`: the name, then parts of the content, best first, then the notes, where they match. */
  highlights?: HighlightView[];
}

export class DocumentsView {
  documents!: DocumentView[];
  /** All that match, not only those of the page. */
  documentsCount!: Integer;
}

/** A part of a query that was repaired, ignored or not understood. */
export class QueryNoteView {
  code!: string;
  /** UTF-16 offset into the query. */
  from!: Integer;
  /** UTF-16 offset into the query, behind the part. */
  to!: Integer;
  /** What was done, and how to write it instead. */
  message!: string;
}

/** A part of a query, with names instead of ids. Which keys there are depends on `kind`. */
export class QueryPartView {
  kind!:
    | ('all' | 'and' | 'not' | 'nothing' | 'or')
    | (
        | 'archive-number'
        | 'date'
        | 'has'
        | 'inbox'
        | 'language'
        | 'number'
        | 'owner'
        | 'property'
        | 'similar'
        | 'source'
        | 'tag'
        | 'text'
        | 'type'
      );
  /** The parts of `and` and `or`. */
  children?: QueryPartView[];
  /** The part of `not`. */
  child?: QueryPartView;
  /** For `nothing`, which no document matches, `number`, `archive-number`, `language`, `source`, `owner`, `similar`: as typed. */
  query?: string;
  /** For `text`: words next to each other, the last one as the start of a word. */
  words?: string[];
  /** For `text`: the fields, one of which contains the words. */
  fields?: ('content' | 'name' | 'notes')[];
  /** For `text`: other words that match, too. */
  alternatives?: string[][];
  /** For `tag`: its name; for `similar`: that of the document. */
  name?: string;
  /** For `date`: which date is compared; for `number`: which number. */
  field?: 'created' | 'date' | 'pages' | 'size';
  /** For `number`: the lowest one. */
  atLeast?: number;
  /** For `number`: the end, not included. */
  below?: number;
  /** For `language`: codes of ISO 639-1; `und` is no known language. */
  languages?: string[];
  /** For `source`: how the document came in. */
  sources?: string[];
  /** For dates: the start, included. */
  from?: DateTime;
  /** For dates: the end, not included. */
  before?: DateTime;
  /** For `has`: `tags`, `date`, `notes` or the name of a custom property. */
  what?: string;
  /** For `has`: whether it is a custom property. */
  isProperty?: boolean;
  /** For `type`: the group or MIME type as typed; for `property`: the type of the value. */
  type?: string;
  /** For `type`: the MIME types; one that ends with a slash stands for all types that start with it. */
  mimeTypes?: string[];
  /** For `property`: its name. */
  property?: string;
  /** For `property`: how the value is compared. */
  operator?: '<' | '<=' | '=' | '>' | '>=';
  /** For `property`: the value as typed. */
  value?: string;
}

/** How a query was understood. */
export class QueryExplanationView {
  tree!: QueryPartView;
  /** In the order of the query. */
  notes!: QueryNoteView[];
}

export class ListedDocumentsView extends DocumentsView {
  /** With `explain=true`. */
  explanation?: QueryExplanationView;
}

export class TrashedDocumentsView {
  trashedDocumentIds!: string[];
  trashedCount!: Integer;
}

export function documentView(document: DocumentRow): DocumentView {
  return {
    id: document.id,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    organizationId: document.organizationId,
    createdBy: document.createdBy,
    originalName: document.originalName,
    originalSize: document.originalSize,
    originalSha256Hash: document.originalSha256Hash,
    name: document.name,
    mimeType: document.mimeType,
    ...(document.content === undefined ? {} : { content: document.content }),
    isContentFullyIndexed: document.isContentFullyIndexed,
    documentDate: document.documentDate?.toISOString() ?? null,
    documentDateFinding: document.dateFinding,
    notes: document.notes,
    isInInbox: document.isInInbox,
    deletedAt: document.deletedAt?.toISOString() ?? null,
    deletedBy: document.deletedBy,
    isDeleted: document.deletedAt !== null,
    extraction: {
      status: document.extractionStatus,
      outcome: document.extractionOutcome,
      reason: document.extractionReason,
      provider: document.extractionProvider,
      nextAttemptAt: document.extractionNextAttemptAt?.toISOString() ?? null,
      progress: document.extractionProgress,
    },
    ...(document.preview === undefined ? {} : { preview: previewView(document.preview, document) }),
    ...(document.fileDamage === undefined ? {} : { fileDamage: document.fileDamage }),
    ...(document.archiveNumber === undefined ? {} : { archiveNumber: document.archiveNumber }),
    ...(document.holds === undefined ? {} : { holds: document.holds }),
    ...(document.retentionLock === undefined ? {} : { retentionLock: document.retentionLock }),
  };
}

const VERSION_LENGTH = 16;

export function previewView(
  preview: NonNullable<DocumentRow['preview']> | null,
  { originalSha256Hash }: Pick<DocumentRow, 'originalSha256Hash'>,
): PreviewView {
  const { status = 'missing', pagesCount = null } = preview ?? {};
  if (status === 'unavailable' || status === 'off') return { status: 'unavailable', version: null, pagesCount };
  const version = originalSha256Hash.slice(0, VERSION_LENGTH);
  return { status: status === 'available' ? status : 'pending', version, pagesCount };
}

export function detailedDocumentView(document: ListedDocument): DocumentView {
  return {
    ...documentView(document),
    ...(document.highlights === undefined ? {} : { highlights: document.highlights }),
    tags: document.tags.map((tag) => ({
      ...tag,
      createdAt: tag.createdAt.toISOString(),
      updatedAt: tag.updatedAt.toISOString(),
      description: tag.description ?? null,
    })),
    customProperties: document.customProperties.map(propertyView),
  };
}

function propertyView({ key, name, type, displayOrder, value }: DocumentProperty): DocumentPropertyView {
  return { key, name, type, displayOrder, value };
}
