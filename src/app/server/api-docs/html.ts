import { productName } from '#app/product.ts'
import type { ApiDocument, Operation } from './document.ts'
import { shapeOf } from './shape.ts'

export const style = `
  :root { color-scheme: light dark; font: 15px/1.5 'Inter Variable', system-ui, sans-serif; scroll-padding-top: 1rem;
    --text: light-dark(#17191e, #ecedf0); --muted: light-dark(#555a66, #a9aeb9); --line: light-dark(#e3e4e8, #2a2d34);
    --card: light-dark(#fff, #15171b); --link: light-dark(#4b55c4, #9aa3f5) }
  * { box-sizing: border-box }
  body { margin: 0; background: light-dark(#fafafb, #0e0f12); color: var(--text) }
  a { color: var(--link) }
  :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px }
  .page { display: grid; grid-template: 'groups head' 'groups calls' / 13rem minmax(0, 1fr); column-gap: 2.5rem; max-width: 76rem; margin: 0 auto; padding: 2rem 1.5rem 4rem }
  header { grid-area: head } main { grid-area: calls; min-width: 0 }
  nav { grid-area: groups; position: sticky; top: 1.5rem; align-self: start; max-height: calc(100dvh - 3rem); overflow-y: auto }
  nav ul { margin: 0; padding: 0; list-style: none }
  nav a { display: flex; justify-content: space-between; gap: 1rem; padding: .2rem .6rem; border-radius: 6px; color: inherit; text-decoration: none }
  nav a:hover { background: light-dark(#f0f0f3, #1d2026) }
  nav span, .muted { color: var(--muted) }
  h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.3; letter-spacing: -.01em }
  h2 { margin: 2.5rem 0 .75rem; font-size: 1.1rem }
  h3 { margin: 1rem 0 .35rem; font-size: .875rem }
  p { margin: 0 0 .75rem; max-width: 44rem }
  code, pre { font: 13px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
  pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: light-dark(#fafafb, #0e0f12) }
  .calls { border: 1px solid var(--line); border-radius: 10px; background: var(--card); overflow: hidden }
  details + details { border-top: 1px solid var(--line) }
  summary { display: grid; grid-template-columns: 4.25rem minmax(0, 2fr) minmax(0, 3fr); align-items: baseline; gap: .15rem .75rem; padding: .6rem 1rem; cursor: pointer; list-style: none }
  summary::-webkit-details-marker { display: none }
  summary:hover { background: light-dark(#f6f6f8, #1a1d22) }
  summary:focus-visible { outline-offset: -2px }
  summary > span { color: var(--muted) }
  .method { font-weight: 600 }
  .get { color: light-dark(#1d5fa8, #79b4f2) } .post { color: light-dark(#1b7048, #6fcf9f) }
  .put, .patch { color: light-dark(#8a5300, #e5b262) } .delete { color: light-dark(#b3261e, #f2908a) }
  .path { overflow-wrap: anywhere; font-weight: 600 }
  .inside { padding: .25rem 1rem 1rem }
  table { width: 100%; border-collapse: collapse }
  th { text-align: start; font-weight: 500; color: var(--muted) }
  :is(th, td) { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
  td:nth-last-child(-n+2) { overflow-wrap: anywhere; min-width: 7rem }
  @media (max-width: 52rem) {
    .page { display: flex; flex-direction: column; padding: 1.25rem 1rem 3rem }
    nav { position: static; max-height: none }
    nav ul { display: flex; flex-wrap: wrap; margin: 0 -.6rem }
    nav span { display: none }
    .table { overflow-x: auto }
    summary { grid-template-columns: auto minmax(0, 1fr) }
    summary > span { grid-column: 1 / -1 }
  }
`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (value: string) => value.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)
const prose = (value: string) => text(value).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const shapeBlock = (title: string, schema: unknown) =>
  `<h3>${title}</h3><pre tabindex="0"><code>${text(shapeOf(schema))}</code></pre>`

function parameterTable({ parameters }: Operation): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: where, required, description = '', schema }) =>
      `<tr><td><code>${text(name)}</code></td><td>${where}${required ? ', required' : ''}</td><td><code>${text(shapeOf(schema))}</code></td><td>${prose(description)}</td></tr>`,
  )
  return `<h3>Parameters</h3><div class="table"><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const contentOf = (content: Readonly<Record<string, { schema: unknown }>> = {}) =>
  Object.values(content)[0]?.schema

function answersOf({ responses }: Operation): string {
  const [done] = Object.entries(responses).filter(([status]) => Number(status) < 300)
  const schema = contentOf(done?.[1].content)
  const others = Object.entries(responses)
    .filter(([status]) => Number(status) >= 300)
    .map(
      ([status, { description }]) => `<tr><td><code>${status}</code></td><td>${prose(description)}</td></tr>`,
    )
  const rest =
    others.length > 0
      ? `<h3>Other answers</h3><div class="table"><table><tbody>${others.join('')}</tbody></table></div>`
      : ''
  return `${schema === undefined ? '' : shapeBlock(`Answer ${done?.[0]}`, schema)}${rest}`
}

function callOf(path: string, method: string, operation: Operation): string {
  const body = contentOf(operation.requestBody?.content)
  return `<details id="${method}${text(path.replaceAll(/\W+/g, '-'))}">
<summary><code class="method ${method}">${method.toUpperCase()}</code><code class="path">${text(path)}</code><span>${prose(operation.summary)}</span></summary>
<div class="inside"><p class="muted">${prose(operation.description)}</p>${parameterTable(operation)}${body === undefined ? '' : shapeBlock('Body', body)}${answersOf(operation)}</div>
</details>`
}

/** Renders the page of the API. It needs no script. */
export function renderApi({ info, tags, paths, components }: ApiDocument): string {
  const groups = tags.map(({ name }) => ({
    name,
    words: text(name.replaceAll('-', ' ')),
    calls: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => callOf(path, method, operation)),
    ),
  }))
  const links = groups.map(
    ({ name, words, calls }) => `<li><a href="#${name}">${words} <span>${calls.length}</span></a></li>`,
  )
  const sections = groups.map(
    ({ name, words, calls }) =>
      `<section id="${name}"><h2>${words}</h2><div class="calls">${calls.join('\n')}</div></section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API Documentation · ${productName}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body><div class="page">
<header><h1>${text(info.title)}</h1><p>${prose(info.description)}</p>
<p><a href="/api-docs/openapi.json" target="_blank" rel="noreferrer">OpenAPI document</a></p></header>
<nav aria-label="Groups"><ul>${links.join('')}</ul></nav>
<main>${sections.join('\n')}
<section id="Error"><h2>Error</h2>${shapeBlock('Every refusal', components.schemas.Error)}</section>
</main></div></body>
</html>
`
}
