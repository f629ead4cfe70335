import type { Readable } from 'node:stream';

/** A document as a plugin sees it. */
export interface PluginDocument {
  id: string;
  organizationId: string;
  name: string;
  /** The extracted or edited text; empty when there is none. */
  content: string;
  mimeType: string;
  /** Bytes of the file. */
  size: number;
  /** SHA-256 of the file in lower-case hexadecimal. */
  sha256: string;
  createdAt: Date;
  updatedAt: Date;
  documentDate: Date | null;
  isTrashed: boolean;
  tags: readonly PluginTag[];
}

/** A tag of an organization. */
export interface PluginTag {
  id: string;
  name: string;
  /** `#RRGGBB`. */
  color: string;
  description: string | null;
}

/** What a plugin may change in a document; a missing field stays. */
export interface DocumentChanges {
  name?: string;
  content?: string;
  documentDate?: Date | null;
}

/** Permissions as API keys have them; see `docs/reference/permissions.md`. */
export type PluginPermission = 'documents:delete' | 'documents:read' | 'documents:update' | 'tags:create' | 'tags:read';

/**
 * Operations on the documents of one organization, with the permissions that the plugin declares. Each needs the
 * permission in its comment; without it, it throws a `PermanentPluginError` that names the permission. Changes are
 * recorded in the history as made by the plugin. An error of the product (unknown tag, limit reached) is thrown as a
 * `PermanentPluginError` whose message starts with its code.
 */
export interface DocumentOperations {
  /** `undefined` when there is no such document in the organization. Needs `documents:read`. */
  find(documentId: string): Promise<PluginDocument | undefined>;
  /** The file as it was uploaded. The caller reads the stream to its end or destroys it. Needs `documents:read`. */
  openFile(documentId: string): Promise<Readable>;
  /** Needs `documents:update`. */
  update(documentId: string, changes: DocumentChanges): Promise<void>;
  /** Moves the document to the trash. Needs `documents:delete`. */
  trash(documentId: string): Promise<void>;
  /** Succeeds when the document has the tag already. Needs `documents:update`. */
  addTag(documentId: string, tagId: string): Promise<void>;
  /** Succeeds when the document does not have the tag. Needs `documents:update`. */
  removeTag(documentId: string, tagId: string): Promise<void>;
  /** Returns all tags of the organization. Needs `tags:read`. */
  tags(): Promise<readonly PluginTag[]>;
  /** Returns the existing tag when there is one with this name. Needs `tags:create`. */
  createTag(tag: { name: string; color?: string; description?: string }): Promise<PluginTag>;
}
