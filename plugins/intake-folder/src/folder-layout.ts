import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import type { FolderConfig } from './folder.config.js';

const ORGANIZATION = /^org_[a-z0-9]{24}$/;
const ANY_ORGANIZATION = `org_${'0'.repeat(24)}`;

/** True for a name that a folder of an organization can have. */
export function isOrganizationName(name: string): boolean {
  return ORGANIZATION.test(name);
}

/** Returns the absolute path of the watched folder. */
export function rootOf({ rootPath }: Pick<FolderConfig, 'rootPath'>): string {
  return resolve(rootPath);
}

/** Where things are: the folders of an organization, and what in them is left alone. */
export class FolderLayout {
  readonly #matches: (path: string) => boolean;

  /** `root` is the folder of the settings with every symbolic link on the way to it replaced. */
  constructor(
    private readonly config: FolderConfig,
    readonly root = rootOf(config),
  ) {
    const matches = picomatch(config.ignoredPatterns, { dot: true });
    this.#matches = (path) => matches(path);
    for (const folder of this.#unwatched(ANY_ORGANIZATION))
      if (isWithin(this.organizationFolder(ANY_ORGANIZATION), folder))
        throw new Error(
          `${folder} contains the watched folders, so that no file would be taken. Remedy: set INTAKE_FOLDER_ERROR_FOLDER_PATH and INTAKE_FOLDER_POST_PROCESSING_MOVE_FOLDER_PATH to folders in which nothing is watched`,
        );
  }

  organizationFolder(organizationId: string): string {
    return join(this.root, organizationId);
  }

  errorFolder(organizationId: string): string {
    return resolve(this.organizationFolder(organizationId), this.config.errorFolder);
  }

  doneFolder(organizationId: string): string {
    return resolve(this.organizationFolder(organizationId), this.config.doneFolder);
  }

  /** True when the operator has chosen this folder; otherwise it is in a folder that other people write to. */
  isChosen(folder: string, organizationId: string): boolean {
    const { errorFolder, doneFolder } = this.config;
    return [errorFolder, doneFolder].some(
      (chosen) => isAbsolute(chosen) && resolve(this.organizationFolder(organizationId), chosen) === folder,
    );
  }

  /** True for what does not become a document, and for a folder in which nothing does. */
  isIgnored(organizationId: string, path: string): boolean {
    return (
      this.#unwatched(organizationId).some((folder) => isWithin(path, folder)) ||
      this.#matches(join(rootOf(this.config), relative(this.root, path)).split(sep).join('/'))
    );
  }

  #unwatched(organizationId: string): string[] {
    const error = this.errorFolder(organizationId);
    return this.config.strategy === 'move' ? [error, this.doneFolder(organizationId)] : [error];
  }
}

/** Compares by whole names: `done-old` is not within `done`. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
