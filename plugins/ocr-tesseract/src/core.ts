// Runs the core of tesseract.js in this thread. The package itself would start a thread of its own, which the sandbox
// does not allow, would fetch language data that is missing, and lets errors end the process.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { compileFunction } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { findLanguageData } from './language-data.js';

type Action = 'detect' | 'initialize' | 'load' | 'loadLanguage' | 'recognize' | 'setParameters' | 'terminate';

interface Answer {
  status: 'progress' | 'reject' | 'resolve';
  data: unknown;
}

interface WorkerScript {
  dispatchHandlers(packet: { workerId: string; jobId: string; action: Action; payload: unknown }, send: Send): void;
  setAdapter(adapter: object): void;
}

type Send = (answer: Answer) => void;
type CoreFactory = (module: object) => Promise<unknown>;
type GetCore = (lstmOnly: boolean, path: unknown, progress: unknown) => Promise<CoreFactory>;

const require = createRequire(import.meta.url);
const silent = { print: () => undefined, printErr: () => undefined };

/** One instance of the recognition core. Calls are not to overlap; after a failed one its memory cannot be trusted. */
export class Core {
  readonly #script = loadInstance(require.resolve('tesseract.js/src/worker-script/index.js')) as WorkerScript;
  #fail: (reason: Error) => void = () => undefined;

  constructor() {
    const getCore = loadInstance(require.resolve('tesseract.js/src/worker-script/node/getCore.js')) as GetCore;
    this.#script.setAdapter({
      getCore: async (...wanted: Parameters<GetCore>) => {
        const create = await getCore(...wanted);
        return (module: object) => this.#create(create, module);
      },
      gunzip: gunzipSync,
      fetch: () => Promise.reject(new Error('no network here')),
      readCache: readLanguage,
      writeCache: () => Promise.resolve(),
      deleteCache: () => Promise.resolve(),
    });
  }

  /** `onProgress` may throw to stop the work. */
  call(action: Action, payload: object, onProgress: () => void = () => undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      const send: Send = ({ status, data }) => {
        if (status === 'progress') onProgress();
        else if (status === 'resolve') resolve(data);
        else reject(new Error(String(data)));
      };
      this.#script.dispatchHandlers({ workerId: 'core', jobId: action, action, payload }, send);
    });
  }

  /** Reports a failure of the module to all who wait for it; the promise itself never rejects. */
  #create(create: CoreFactory, module: object): Promise<unknown> {
    return new Promise((resolve) => {
      const failed = (error: unknown): void => this.#fail(error instanceof Error ? error : new Error(String(error)));
      create({ ...module, ...silent }).then(resolve, failed);
    });
  }
}

/** The state of these modules is in their variables, so each core needs its own. */
function loadInstance(path: string): unknown {
  const module = { exports: {} };
  const run = compileFunction(readFileSync(path, 'utf8'), ['exports', 'require', 'module'], { filename: path }) as (
    exports: object,
    require: NodeJS.Require,
    module: object,
  ) => void;
  run(module.exports, createRequire(path), module);
  return module.exports;
}

async function readLanguage(path: string): Promise<Uint8Array> {
  const code = basename(path).split('.')[0] ?? '';
  const file = (await findLanguageData()).get(code);
  if (file === undefined) throw new Error(`no data for the language ${code}`);
  return readFile(file);
}
