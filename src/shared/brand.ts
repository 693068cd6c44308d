/** The product's name, used wherever the documents write {brand} (SITE-024). */
export const brand = 'Clover';

/** The project that every chat of this product belongs to (DATA-002). */
export const projectId = 'blue_clover';
