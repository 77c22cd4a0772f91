import { setNonce } from 'get-nonce'

// The scroll lock of dialogs and menus adds a <style>; without the page's nonce the browser refuses it.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
if (nonce) setNonce(nonce)
