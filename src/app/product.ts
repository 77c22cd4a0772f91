export const productName = 'Signalbox'
