export interface Node<Value> {
  readonly id: string;
  readonly parentId: string | null;
  /** Null if the node is skipped. Its children then belong to its parent. */
  readonly value: Value | null;
}

/**
 * Returns the nodes that have a value. Parents come before their children, and siblings keep their order.
 * Files of other programs may be invalid, so a missing parent or a cycle starts a new root.
 */
export function orderTree<Value>(
  nodes: readonly Node<Value>[],
): { readonly id: string; readonly parentId: string | null; readonly value: Value }[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const keptAncestor = (node: Node<Value>): string | null => {
    const visitedIds = new Set([node.id]);
    let next = byId.get(node.parentId ?? '');
    while (next && next.value === null && !visitedIds.has(next.id)) {
      visitedIds.add(next.id);
      next = byId.get(next.parentId ?? '');
    }
    return next && next.value !== null && !visitedIds.has(next.id) ? next.id : null;
  };
  const parents = new Map<string, string | null>();
  const children = new Map<string | null, Node<Value>[]>();
  for (const node of byId.values()) {
    if (node.value === null) continue;
    const parentId = keptAncestor(node);
    parents.set(node.id, parentId);
    children.set(parentId, [...(children.get(parentId) ?? []), node]);
  }
  const ordered: { id: string; parentId: string | null; value: Value }[] = [];
  const done = new Set<string>();
  const walk = (first: Node<Value>) => {
    const waiting = [first];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (done.has(node.id) || node.value === null) continue;
      done.add(node.id);
      const parentId = parents.get(node.id) ?? null;
      ordered.push({ id: node.id, parentId: done.has(parentId ?? '') ? parentId : null, value: node.value });
      waiting.push(...(children.get(node.id) ?? []).toReversed());
    }
  };
  for (const root of children.get(null) ?? []) walk(root);
  // All remaining nodes are in cycles.
  for (const node of byId.values()) walk(node);
  return ordered;
}
