// zod tests whether it may compile schemas, which the page's policy reports. It reads this setting first, so import this file before every
// contract.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
