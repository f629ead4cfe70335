/** One migration of a plugin that keeps tables in PostgreSQL. */
export interface PluginMigration {
  /** Unique in the plugin and sortable: `0001-search-document`. Applied once, in order, each in a transaction. */
  name: string;
  /**
   * SQL statements. The names of its tables, indexes, functions and sequences start with the id of the plugin in
   * snake_case and an underscore: `subscriber_chat_message` in the plugin `subscriber-chat`.
   */
  up: string;
}
