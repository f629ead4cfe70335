import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  DrawnPage,
  ExtractionContext,
  ExtractionLimits,
  ExtractionResult,
  Extractor,
  OcrImage,
} from '@archivolt/plugin-kit';

export const LIMITS: ExtractionLimits = {
  maxOcrPages: 50,
  maxChars: 100_000,
  maxPixels: 10_000_000,
  maxInflatedBytes: 0,
  maxEntries: 0,
};

interface Run {
  result: ExtractionResult;
  seen: OcrImage[];
}

interface RecognizingExtractor {
  /** Extracts with an engine that remembers the pictures it is shown and answers with their number. */
  extract(file: Buffer, options?: Partial<ExtractionContext>, type?: string): Promise<Run>;
  draw(file: Buffer, page: number, limits?: ExtractionLimits): Promise<DrawnPage>;
}

interface RecognizedFiles {
  /** Unless a call names another one. */
  type?: string;
  /** Its extension is that of the type. */
  fileName?: string;
  limits?: ExtractionLimits;
  /** The size of pages that are drawn. */
  drawn?: { width: number; height: number };
}

/** An extractor of pictures and scans, called as the host does; the files are in a folder that goes after the tests. */
export function recognizingExtractor(
  extractor: Extractor,
  {
    type: usualType = '',
    fileName = 'file',
    limits: usualLimits = LIMITS,
    drawn: size = { width: 155, height: 400 },
  }: RecognizedFiles = {},
): RecognizingExtractor {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recognizing-extractor-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const inputOf = async (file: Buffer, type: string) => {
    const path = join(folder, 'file');
    await writeFile(path, file);
    return { path, size: file.length, type, fileName };
  };
  const context = () => ({
    config: undefined,
    signal: new AbortController().signal,
    deadline: Date.now() + 60_000,
    limits: usualLimits,
    tempDir: folder,
  });
  return {
    extract: async (file, options = {}, type = usualType) => {
      const seen: OcrImage[] = [];
      const defaults: ExtractionContext = {
        ...context(),
        languages: ['eng'],
        ocr: (image) => {
          seen.push(image);
          const words = [{ text: 'picture', box: [0.1, 0.2, 0.3, 0.4] as const }];
          return Promise.resolve({ text: `picture ${seen.length}`, confidence: 90, languages: ['eng'], words });
        },
        progress: () => undefined,
      };
      // With getters as they are.
      const given = Object.defineProperties(defaults, Object.getOwnPropertyDescriptors(options));
      return { result: await extractor.extract(await inputOf(file, type), given), seen };
    },
    draw: async (file, page, limits = usualLimits) => {
      const input = await inputOf(file, usualType);
      const drawn = await extractor.drawPage?.(input, { page, ...size }, { ...context(), limits });
      if (drawn === undefined) throw new Error('the extractor does not draw');
      return drawn;
    },
  };
}

/** What holds for every reader of pictures, with a file of one picture and one of two. */
export function describePictureBounds(
  { extract }: Pick<RecognizingExtractor, 'extract'>,
  { one, two, type }: { one: Buffer; two: Buffer; type?: { one: string; two: string } },
): void {
  const FIRST = { text: 'first', confidence: 80, languages: ['eng'] };
  const extractOne = (options: Partial<ExtractionContext>) => extract(one, options, type?.one);
  const extractTwo = (options: Partial<ExtractionContext>) => extract(two, options, type?.two);

  describe('the bounds of pictures', () => {
    it('the number of pages is limited, and the result says that there are more', async () => {
      const { result, seen } = await extractTwo({ limits: { ...LIMITS, maxOcrPages: 1 } });
      expect(result).toMatchObject({ outcome: 'text', truncated: true, pages: [{ text: 'picture 1' }] });
      expect(seen).toHaveLength(1);
    });

    it('the number of characters is limited', async () => {
      const { result } = await extractOne({ limits: { ...LIMITS, maxChars: 4 } });
      expect(result).toMatchObject({ outcome: 'text', truncated: true, pages: [{ text: 'pict' }] });
    });

    it('a picture with more pixels than allowed is refused without decoding', async () => {
      const { result, seen } = await extractOne({ limits: { ...LIMITS, maxPixels: 1000 } });
      expect(result).toMatchObject({ outcome: 'too-large', pages: [] });
      expect(seen).toHaveLength(0);
    });

    it('a picture without words is empty', async () => {
      const ocr = () => Promise.resolve({ text: ' \n', confidence: 0, languages: ['eng'] });
      expect((await extractOne({ ocr })).result.outcome).toBe('empty');
    });

    it('faults of recognition are passed on', async () => {
      await expect(extractOne({ ocr: () => Promise.reject(new Error('no engine')) })).rejects.toThrow('no engine');
    });

    it('pages that were read are returned when the time ends', async () => {
      const abort = new AbortController();
      let pages = 0;
      const ocr = () => {
        pages += 1;
        if (pages === 1) return Promise.resolve(FIRST);
        abort.abort();
        return Promise.reject(new Error('stopped'));
      };
      const { result } = await extractTwo({ ocr, signal: abort.signal });
      expect(result).toMatchObject({ outcome: 'text', truncated: true, pages: [{ text: 'first' }] });
    });
  });
}
