// What was measured, as tables for people and as JSON for programs.
const COLUMNS = [
  { title: 'scenario', of: ({ name }) => name },
  { title: 'expected', of: ({ expected }) => expected },
  { title: 's', of: ({ seconds }) => seconds?.toFixed(1), isNumber: true },
  { title: 'health p50', of: ({ health }) => health?.p50.toFixed(0), isNumber: true },
  { title: 'p95', of: ({ health }) => health?.p95.toFixed(0), isNumber: true },
  { title: 'max ms', of: ({ health }) => health?.max.toFixed(0), isNumber: true },
  { title: 'MB before', of: ({ memory }) => memory?.before.toFixed(0), isNumber: true },
  { title: 'peak', of: ({ memory }) => memory?.peak.toFixed(0), isNumber: true },
  { title: 'after', of: ({ memory }) => memory?.after.toFixed(0), isNumber: true },
  { title: 'CPU s', of: ({ cpu }) => cpu?.toFixed(1), isNumber: true },
  { title: '', of: ({ ok }) => (ok ? 'ok' : 'FAILED') },
];

export function printGroup(title, results) {
  console.log(`\n${title}`);
  printTable(COLUMNS, results, ({ seen, problems }) => [
    ...(seen ? [`seen: ${seen}`] : []),
    ...(problems.length > 0 ? [`FAILED: ${problems.join('; ')}`] : []),
  ]);
}

const USER_COLUMNS = [
  { title: 'operation', of: ({ operation }) => operation },
  { title: 'rest p50', of: ({ rest }) => rest.p50.toFixed(0), isNumber: true },
  { title: 'p95 ms', of: ({ rest }) => rest.p95.toFixed(0), isNumber: true },
  { title: 'busy p95', of: ({ busy }) => busy.p95.toFixed(0), isNumber: true },
  { title: 'attack p50', of: ({ attack }) => attack.p50.toFixed(0), isNumber: true },
  { title: 'p95 ms', of: ({ attack }) => attack.p95.toFixed(0), isNumber: true },
  { title: 'max ms', of: ({ attack }) => attack.max.toFixed(0), isNumber: true },
  { title: 'p95 ratio', of: ({ ratio }) => ratio.toFixed(1), isNumber: true },
  { title: 'requests', of: ({ rest, attack }) => `${rest.count} / ${attack.count}`, isNumber: true },
  { title: 'failed', of: ({ rest, attack }) => `${rest.failed} / ${attack.failed}`, isNumber: true },
];

export function printUsers({ seen, problems, operations, groups }) {
  console.log('\nOrdinary users at rest and during the attacks');
  printTable(USER_COLUMNS, operations, () => []);
  console.log('\n  p95 in ms during each group of attacks');
  const columns = operations.map(({ operation }, at) => ({
    title: operation,
    of: ({ p95 }) => p95[at].p95?.toFixed(0),
    isNumber: true,
  }));
  printTable([{ title: 'group', of: ({ group }) => group }, ...columns], groups, () => []);
  console.log(`  ${seen}`);
  console.log('  busy: with one program for each core that only computes, without an attack');
  console.log(problems.length > 0 ? `  FAILED: ${problems.join('; ')}` : '  ok');
}

function printTable(columns, rows, notesOf) {
  const cells = rows.map((row) => columns.map(({ of }) => of(row) ?? '-'));
  const widths = columns.map(({ title }, at) => Math.max(title.length, ...cells.map((cell) => cell[at].length)));
  const line = (texts) =>
    texts.map((text, at) => (columns[at].isNumber ? text.padStart(widths[at]) : text.padEnd(widths[at]))).join('  ');
  console.log(`  ${line(columns.map(({ title }) => title))}`.trimEnd());
  rows.forEach((row, at) => {
    console.log(`  ${line(cells[at])}`.trimEnd());
    for (const note of notesOf(row)) console.log(`      ${note}`);
  });
}
