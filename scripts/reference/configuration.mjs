import { code, codes, page, sentence, table } from './page.mjs';
import { areas } from './settings.mjs';

const INTRODUCTION = `Settings are environment variables, and nothing else is read. A blank variable counts as unset. Wrong settings stop the start with a message that names all of them and shows no value. Names that nothing reads are ignored; \`npm run doctor\` points at those that look like a slip of the pen.

Switches take \`true\`, \`1\`, \`yes\`, \`y\`, \`on\`, \`enabled\` and \`false\`, \`0\`, \`no\`, \`n\`, \`off\`, \`disabled\`, in any case. Numbers are plain decimal: \`25\`, not \`0x19\` or \`2.5e1\`. Lists are comma-separated; blanks around items do not count. A secret may be kept in a file that \`<NAME>_FILE\` names; setting both is refused.`;

export async function generate() {
  const all = await areas();
  return {
    'docs/reference/configuration.md': page('Settings', INTRODUCTION, ...all.map(section)),
    '.env.example': example(all),
  };
}

function section({ doc, plugin, settings }) {
  const [title, ...more] = doc.split(/(?<=\.) /);
  const rows = settings.map((setting) => [
    code(setting.name),
    setting.rule,
    setting.default === '' ? '' : code(setting.default),
    [setting.doc, ...remarks(setting)].join(' '),
  ]);
  return [
    `## ${plugin === undefined ? title.replace(/\.$/, '') : `Plugin ${plugin}`}`,
    ...(plugin === undefined ? more : [doc]),
    table(['variable', 'value', 'default', 'meaning'], rows),
  ].join('\n\n');
}

function remarks({ name, isSecret, aliases }) {
  return [
    ...(aliases.length === 0 ? [] : [`Without it, ${codes(aliases)} is read.`]),
    ...(isSecret ? [`Secret; ${code(`${name}_FILE`)} may name a file.`] : []),
  ];
}

function example(all) {
  const lines = [
    '# Every setting of Archivolt with its default. Written by `npm run reference`; edit the code instead.',
    '# The server reads its environment, not this file: hand it over with `docker compose --env-file`, systemd',
    '# (EnvironmentFile=) or your shell (set -a; . ./.env; set +a).',
  ];
  for (const { doc, plugin, settings } of all) {
    lines.push('', `# --- ${plugin === undefined ? doc : `Plugin ${plugin}: ${doc}`}`);
    for (const setting of settings) {
      lines.push('', ...wrapped(explained(setting)), `#${setting.name}=${quoted(setting.default)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

const explained = (setting) =>
  [setting.doc, ...(setting.rule === 'text' ? [] : [sentence(setting.rule)]), ...remarks(setting)]
    .join(' ')
    .replaceAll('`', '');

const quoted = (text) => (/[\s#'"$*]/.test(text) ? `'${text}'` : text);

function wrapped(text) {
  const lines = ['#'];
  for (const word of text.split(' ')) {
    if (lines.at(-1).length + word.length + 1 > 110) lines.push('#');
    lines.push(`${lines.pop()} ${word}`);
  }
  return lines;
}
