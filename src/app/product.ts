/** Name of the product, everywhere. */
export const productName = 'Signalbox'
