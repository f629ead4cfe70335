/** What a query needs to know about the organization. Each method is called at most once per query. */
export interface QueryResolver {
  /**
   * Returns the ids of the organization's tags for each of these lower-case names or tag ids. A name without an entry
   * in the result has no tag.
   */
  tagIdsByNameOrId(names: string[]): Promise<Map<string, string[]>>;
  /** Returns the custom properties of the organization that have these keys, by key. */
  propertiesByKey(keys: string[]): Promise<Map<string, SearchableProperty>>;
  /** Returns for each text the ids of the members whose id, e-mail address or name it is, exactly. */
  userIds(texts: string[]): Promise<Map<string, string[]>>;
  /** Returns the names of those of these documents that are active and of the organization, by id. */
  documentNames?(ids: string[]): Promise<Map<string, string>>;
  /** Returns the ids of the documents that have these archive numbers, by number. */
  archiveNumbers?(numbers: number[]): Promise<Map<string, string>>;
  /** Returns the languages of the documents, as codes of ISO 639-1, the most frequent first. */
  languages?(): Promise<readonly string[]>;
  /** Returns what documents can be labelled with: asked only for an order by relevance. */
  labels?(): Promise<NamedLabel[]>;
}

/** A tag, or an option of a custom property. */
export interface NamedLabel {
  name: string;
  condition: { tagId: string } | { propertyId: string; optionId: string };
}

/** A custom property as far as searches need it. */
export interface SearchableProperty {
  id: string;
  type: 'boolean' | 'date' | 'document_relation' | 'multi_select' | 'number' | 'select' | 'text' | 'user_relation';
  /** The options of a property that offers some. */
  options: { id: string; key: string }[];
}
