// Loaded into a server before its own modules. Says of each package of OpenTelemetry that it is loaded.
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    const [, name] = /\/node_modules\/(@opentelemetry\/[\w-]+)\//.exec(url) ?? []
    if (name !== undefined) process.stdout.write(`loads ${name}\n`)
    return next(url, context)
  },
})
