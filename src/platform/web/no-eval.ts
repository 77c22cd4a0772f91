// zod tries whether it may compile its schemas, and the page's policy reports the attempt. It reads this before it makes the first one, so
// this file comes before every contract.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
