import { setNonce } from 'get-nonce'
import '../../patches/radix-escape.ts'

// Styles that the primitives of dialogs, menus and popovers need of the page. Imported beside each of them.

// The scroll lock adds a <style>; without the page's nonce the browser refuses it.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
if (nonce) setNonce(nonce)
