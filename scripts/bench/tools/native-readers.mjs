// The programs that read documents natively, `tesseract` with `pdftoppm` and `pdftotext`: text, processor time, memory.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

const DPI = 300;
const WATCH_MS = 10;
/** What Tesseract's own reader of pictures opens. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/tiff', 'image/webp', 'image/bmp']);

/** Names of the programs that are not on the PATH. */
export function missingPrograms() {
  return ['tesseract', 'pdftoppm', 'pdftotext'].filter((name) => {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

export class NativeReaders {
  #installed;
  #folder;
  #files;

  /** `data`: a folder with data files for Tesseract; without it those that the plugin uses are unpacked and used. */
  static async open(root, data) {
    const readers = new NativeReaders();
    const { findLanguageData } = await import(
      pathToFileURL(join(root, 'plugins/ocr-tesseract/dist/src/language-data.js')).href
    );
    readers.#files = await findLanguageData();
    readers.#folder = await mkdtemp(join(tmpdir(), 'bench-native-'));
    readers.#installed = data;
    return readers;
  }

  close() {
    return rm(this.#folder, { recursive: true, force: true });
  }

  /** undefined when none of the programs reads such files. */
  async read(path, { type, byOcr, languages }) {
    if (type === 'application/pdf')
      return byOcr ? this.#recognizePdf(path, languages) : runTimed('pdftotext', [path, '-']);
    if (byOcr && PICTURES.has(type)) return this.#recognize(path, languages);
    return undefined;
  }

  async #recognizePdf(path, languages) {
    const pages = await mkdtemp(join(this.#folder, 'pages-'));
    const runs = [await runTimed('pdftoppm', ['-r', String(DPI), '-gray', path, join(pages, 'page')])];
    for (const name of (await readdir(pages)).sort()) runs.push(await this.#recognize(join(pages, name), languages));
    await rm(pages, { recursive: true, force: true });
    return {
      text: runs.map(({ text }) => text).join('\n'),
      cpuMs: runs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      peakMb: Math.max(...runs.map(({ peakMb }) => peakMb)),
    };
  }

  async #recognize(path, languages) {
    const wanted = languages.length > 0 ? languages : ['eng'];
    const known = [];
    for (const code of wanted) if (await this.#dataOf(code)) known.push(code);
    const data = this.#installed ?? join(this.#folder, 'data');
    const choice = [
      '-l',
      known.length > 0 ? known.join('+') : 'eng',
      '--tessdata-dir',
      data,
      '--psm',
      '3',
      '--oem',
      '1',
    ];
    return runTimed('tesseract', [path, '-', ...choice]);
  }

  async #dataOf(code) {
    if (this.#installed !== undefined) return existsSync(join(this.#installed, `${code}.traineddata`));
    const target = join(this.#folder, 'data', `${code}.traineddata`);
    if (existsSync(target)) return true;
    const file = this.#files.get(code);
    if (file === undefined) return false;
    const data = await readFile(file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, file.endsWith('.gz') ? gunzipSync(data) : data);
    return true;
  }
}

/** Runs a program with one thread. The shell knows the processor time of what it ran, Node does not. */
function runTimed(name, args) {
  return new Promise((resolve, reject) => {
    const script = 'TIMEFORMAT="cpu %U %S"; time "$@" 2>/dev/null'; // ends with the status of the program
    const child = spawn('bash', ['-c', script, 'bash', name, ...args], {
      env: { ...process.env, LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let peakMb = 0;
    const watch = setInterval(() => (peakMb = Math.max(peakMb, memoryOfChild(child.pid))), WATCH_MS);
    const chunks = { stdout: [], stderr: [] };
    child.stdout.on('data', (chunk) => chunks.stdout.push(chunk));
    child.stderr.on('data', (chunk) => chunks.stderr.push(chunk));
    child.on('error', reject).on('close', (code) => {
      clearInterval(watch);
      if (code !== 0) return reject(new Error(`${name} failed with ${code ?? 'a signal'}: ${args.join(' ')}`));
      const [, user = 0, system = 0] = /cpu ([\d.]+) ([\d.]+)/.exec(Buffer.concat(chunks.stderr).toString()) ?? [];
      const cpuMs = Math.round((Number(user) + Number(system)) * 1000);
      resolve({ text: Buffer.concat(chunks.stdout).toString('utf8'), cpuMs, peakMb });
    });
  });
}

/** The most a program held until now, in MB; 0 when it has ended. */
function memoryOfChild(shell) {
  try {
    const pid = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ')[0];
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1000);
  } catch {
    return 0;
  }
}
