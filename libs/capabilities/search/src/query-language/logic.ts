/** A condition: leaves joined by AND, OR and NOT. */
export type Logic<Leaf> =
  | Leaf
  | { kind: 'and'; children: Logic<Leaf>[] }
  | { kind: 'or'; children: Logic<Leaf>[] }
  | { kind: 'not'; child: Logic<Leaf> };

interface Kinded {
  kind: string;
}

/**
 * Simplifies a condition without changing its meaning: no group in a group of its kind, no group of one, no equal
 * siblings, no double negation, no inner constants.
 */
export function simplify<Leaf extends Kinded>(node: Logic<Leaf>): Logic<Leaf> {
  if (isNot(node)) return negate(simplify(node.child));
  if (!isGroup(node)) return node;
  const dominant = node.kind === 'and' ? 'nothing' : 'all';
  const neutral = node.kind === 'and' ? 'all' : 'nothing';
  const children = new Map<string, Logic<Leaf>>();
  for (const child of node.children.map((each) => simplify(each))) {
    for (const part of isGroup(child) && child.kind === node.kind ? child.children : [child]) {
      if (part.kind === dominant) return part;
      if (part.kind !== neutral) children.set(JSON.stringify(part), part);
    }
  }
  const [only, ...others] = children.values();
  if (only === undefined) return { kind: neutral } as Logic<Leaf>;
  return others.length === 0 ? only : { kind: node.kind, children: [only, ...others] };
}

function negate<Leaf extends Kinded>(node: Logic<Leaf>): Logic<Leaf> {
  if (isNot(node)) return node.child;
  if (node.kind === 'all') return { kind: 'nothing' } as Logic<Leaf>;
  if (node.kind === 'nothing') return { kind: 'all' } as Logic<Leaf>;
  return { kind: 'not', child: node };
}

function isNot<Leaf extends Kinded>(node: Logic<Leaf>): node is { kind: 'not'; child: Logic<Leaf> } {
  return node.kind === 'not';
}

export function isGroup<Leaf extends Kinded>(
  node: Logic<Leaf>,
): node is { kind: 'and'; children: Logic<Leaf>[] } | { kind: 'or'; children: Logic<Leaf>[] } {
  return node.kind === 'and' || node.kind === 'or';
}
