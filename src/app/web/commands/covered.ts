const covers = '[role=dialog], [role=alertdialog], [role=menu]'

/** True when a dialog or menu other than the ticket takes the keys. */
export const isCovered = () =>
  [...document.querySelectorAll<HTMLElement>(covers)].some(
    (one) => !one.matches('.ticket-dialog') && one.dataset['state'] !== 'closed' && one.checkVisibility(),
  )
