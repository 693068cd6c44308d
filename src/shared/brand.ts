/** The product's name, used wherever the documents write {brand} (SITE-024). */
export const brand = 'Clover';

/** The `project_id` of chats that are in no project (DATA-002). */
export const noProject = 'blue_clover';
