/** The product's name, for {brand} in the documents (SITE-024). */
export const brand = 'Clover';

/** The `project_id` of chats that are in no project (DATA-002). */
export const noProject = 'blue_clover';
