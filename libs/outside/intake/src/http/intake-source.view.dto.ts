/** Where members of an organization put documents. */
export class IntakeSourceView {
  pluginId!: string;
  /** The name of the configured instance; `default` when none is named. */
  instance!: string;
  source!: 'email' | 'folder' | 'plugin';
  /** A sentence for the members. */
  description!: string;
}
