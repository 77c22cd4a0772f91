// The server as `npm start` runs it: built by then, so plain JavaScript here spares it the compiler of types.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const built = new URL('../dist/server/', import.meta.url)

// What the last start has compiled need not be compiled again. It goes when the server is built anew.
enableCompileCache(fileURLToPath(new URL('compiled', built)))
await import(new URL('main.js', built).href)
flushCompileCache()
