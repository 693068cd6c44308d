-- Earlier versions kept here what their REST interface had read of the schema.
drop schema if exists clover_cache cascade;
