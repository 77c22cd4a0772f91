import { setNonce } from 'get-nonce'
import '../../patches/radix-escape.ts'

// Styles for the primitives of dialogs, menus and popovers. Imported beside each of them.

// The scroll lock adds a <style>, which needs the page's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
if (nonce) setNonce(nonce)
