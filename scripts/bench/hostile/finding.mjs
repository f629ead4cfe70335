// What a scenario saw, and what of it is wrong.

/** Statuses with which a server may refuse work for which it has no place now; the answer names when to retry. */
const REFUSALS = new Set([429, 503]);

export class Finding {
  seen = [];
  problems = [];

  see(text) {
    this.seen.push(text);
    return this;
  }

  require(isRight, problem) {
    if (!isRight) this.problems.push(problem);
    return this;
  }

  /** One answer, with its time. */
  answer(answer, allowed, name = '') {
    this.see(`${name}${name && ' '}${answer.status} in ${seconds(answer.ms)}`);
    return this.require(
      allowed.includes(answer.status),
      `${name || 'status'} ${answer.status} is not ${either(allowed)}`,
    );
  }

  /** Many answers: how many of which status. A refusal must name the time to wait. */
  answers(answers, allowed, name = '') {
    const counts = tally(answers.map(({ status }) => status));
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    this.see(`${name}${name && ' '}${inWords(counts)}, slowest ${seconds(slowest)}`);
    for (const [status, count] of counts)
      this.require(allowed.includes(status), `${name || 'status'} ${status} (${count}x) is not ${either(allowed)}`);
    const unnamed = answers.filter(({ status, headers }) => REFUSALS.has(status) && !headers['retry-after']);
    return this.require(unnamed.length === 0, `${unnamed.length} refusals without Retry-After`);
  }

  /** A figure of another client that must stay under a limit. */
  within(name, ms, limitMs) {
    this.see(`${name} ${ms === undefined ? 'never' : seconds(ms)}`);
    return this.require(ms !== undefined && ms <= limitMs, `${name} took longer than ${seconds(limitMs)}`);
  }
}

export const seconds = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

export function tally(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => String(a).localeCompare(String(b)));
}

const inWords = (counts) => counts.map(([value, count]) => `${count}x${value}`).join(' ');
const either = (allowed) => allowed.join(' or ');
