import { Inject, Injectable } from '@nestjs/common';
import { typeByExtension } from './detect/extensions.js';
import { UNKNOWN_TYPE } from '#capabilities/sandbox';
import {
  EXTRACTION_PLUGINS,
  OCR_PLUGIN,
  stepsFor,
  type ExtractionPlugin,
  type OcrPlugin,
} from './extraction-plugins.js';

/** What is known of a file without opening it. */
interface UnopenedFile {
  fileName: string;
  /** Media types that were detected or declared. */
  types: readonly string[];
}

const SEPARATOR = ', ';

/** Which plugins would be asked for a file, with their versions: what could read it now, and could not before. */
@Injectable()
export class InstalledReaders {
  /** Name and version of each plugin that reads files, as the steps of a reading have them. */
  readonly engines: readonly string[];
  readonly ocrEngine: string | undefined;

  constructor(
    @Inject(EXTRACTION_PLUGINS) private readonly plugins: readonly ExtractionPlugin[],
    @Inject(OCR_PLUGIN) ocr: OcrPlugin | undefined,
  ) {
    this.engines = plugins.map(nameOf);
    this.ocrEngine = ocr && nameOf(ocr);
  }

  get ids(): readonly string[] {
    return this.plugins.map(({ id }) => id);
  }

  /** The readers of a file in one text, to be compared later; empty when nothing reads it. */
  of({ fileName: name, types }: UnopenedFile): string {
    const extension = extensionOf(name);
    const fileName = `file.${extension}`;
    const possible = new Set([...types, ...this.#typesBy(extension)].filter((type) => type !== UNKNOWN_TYPE));
    if (possible.size === 0) possible.add(UNKNOWN_TYPE);
    const readers = [...possible].flatMap((type) => stepsFor({ fileName, type, size: 1 }, this.plugins).flat());
    const engines = readers.flatMap(({ declaration, ...plugin }) =>
      declaration.form === 'sandboxed' && (declaration.ocr ?? 'never') !== 'never'
        ? [nameOf(plugin), this.ocrEngine ?? '']
        : nameOf(plugin),
    );
    return [...new Set(engines)]
      .filter((engine) => engine !== '')
      .sort()
      .join(SEPARATOR);
  }

  /** True when a plugin would be asked that did not exist in this version when these were asked. */
  haveNew(file: UnopenedFile, before: string): boolean {
    const known = new Set(before.split(SEPARATOR));
    const now = this.of(file);
    return now !== '' && now.split(SEPARATOR).some((engine) => !known.has(engine));
  }

  #typesBy(extension: string): string[] {
    if (extension === '') return [];
    const ofPlugins = this.plugins
      .flatMap(({ types = [] }) => types)
      .filter(({ extensions }) => extensions.includes(extension));
    const known = typeByExtension(`file.${extension}`);
    return [...ofPlugins.map(({ type }) => type), ...(known === undefined ? [] : [known])];
  }
}

/** The last extension in lower case; empty when there is none that could say something. */
function extensionOf(fileName: string): string {
  return /\.([^.]{1,16})$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

function nameOf({ id, version }: { id: string; version: string }): string {
  return `${id} ${version}`;
}
