import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
let t=performance.now()
const lap=(n:string)=>{console.log(n, Math.round(performance.now()-t)); t=performance.now()}
const a = await PGlite.create({extensions:{pg_trgm}}); lap('create')
await a.exec('create extension pg_trgm; create table x (id int)'); lap('ext')
const d = await a.dumpDataDir('none'); lap('dump'); console.log(d.size)
const b = await PGlite.create({extensions:{pg_trgm}, loadDataDir: d}); lap('load')
await b.query('select * from x'); lap('q')
