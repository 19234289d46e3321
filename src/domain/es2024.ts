/** Functions of ES2024 that Node 20 lacks; Node 22 has them as Map.groupBy and Promise.withResolvers. */

export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

export type Resolvers<T> = {
  promise: Promise<T>
  resolve(value: T | PromiseLike<T>): void
  reject(reason?: unknown): void
}

export function withResolvers<T>(): Resolvers<T> {
  let resolvers: Omit<Resolvers<T>, 'promise'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    resolvers = { resolve, reject }
  })
  return { promise, ...(resolvers as Omit<Resolvers<T>, 'promise'>) }
}
