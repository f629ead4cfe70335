// Type checks the whole tree, then each plugin by itself: only there does `#libs/x` not exist, as it will not at run time.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const plugins = ['plugins', 'plugins/_template']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((plugin) => existsSync(join(root, plugin, 'tsconfig.json')));
const format = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
const parsedFiles = new Map(); // what packages declare is read once for all

const problems = new Set();
for (const project of ['.', ...plugins]) {
  for (const diagnostic of check(join(root, project, 'tsconfig.json')))
    problems.add(ts.formatDiagnostic(diagnostic, format));
}
process.stdout.write([...problems].join(''));
if (problems.size > 0) process.exitCode = 1;

function check(configFile) {
  const settings = ts.getParsedCommandLineOfConfigFile(
    configFile,
    { noEmit: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => problems.add(ts.formatDiagnostic(diagnostic, format)),
    },
  );
  const host = ts.createCompilerHost(settings.options);
  const read = host.getSourceFile;
  host.getSourceFile = (name, options, ...rest) => {
    const key = `${name} ${options.impliedNodeFormat}`;
    if (!parsedFiles.has(key)) parsedFiles.set(key, read(name, options, ...rest));
    return parsedFiles.get(key);
  };
  const program = ts.createProgram({ rootNames: settings.fileNames, options: settings.options, host });
  return [...settings.errors, ...ts.getPreEmitDiagnostics(program)];
}
