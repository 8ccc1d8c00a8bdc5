/* variant--1.0.sql, put together from the files of sql/variant--1.0 */

-- complain if the script is sourced in psql rather than by CREATE EXTENSION
\echo Use "CREATE EXTENSION variant" to load this file. \quit

