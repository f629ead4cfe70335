/** One migration of a plugin that keeps tables in PostgreSQL. */
export interface PluginMigration {
  /** Unique in the plugin and sortable: `0001-search-document`. Applied once, in order, each in a transaction. */
  name: string;
  /**
   * SQL statements. The names of its tables, indexes, functions, types and sequences are the id of the plugin in
   * snake_case, or start with it and an underscore: `subscriber_chat_message` in the plugin `subscriber-chat`. A
   * migration that creates or changes anything else is taken back. Foreign keys to tables of the host are allowed.
   * `npm run cli -- plugins remove subscriber-chat` drops everything with these names.
   */
  up: string;
}
