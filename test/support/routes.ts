import type { FastifyInstance } from 'fastify'

/** Every route the server answers to, read from the tree its router prints: whatever added it, it is here. */
export function listRoutes(app: FastifyInstance): { method: string; path: string }[] {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
      if (part === '') return []
      const depth = indent.length / 4
      parents.splice(depth)
      const path = parents.join('') + part
      parents.push(part)
      return methods
        .split(', ')
        .filter(Boolean)
        .map((method) => ({ method, path }))
    })
}
